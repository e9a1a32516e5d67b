import type { EventRecord } from '../payloads';
import type { Endpoint } from './endpoint-directory';

/** The result of a leased delivery. Without an attempt only the due time changes. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly delivery: LeasedDelivery; readonly attempt: Attempt }
  | { readonly kind: 'retry'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt; readonly dueAt: Date }
  | { readonly kind: 'deadLetter'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt };

/** A delivery that is due, read but not yet leased. */
export type DueDelivery = Delivery & { readonly dueAt: Date };

/** An attempt as it is recorded. */
export interface Attempt {
  at: Date;
  /** HTTP status; absent if there was no response. */
  status?: number;
  /** Duration, ms. */
  ms: number;
  /** Error code if there was no response, such as `timeout`. */
  error?: string;
  /** First 20 kB of the response body; never rendered. */
  response?: string;
}

/** One event for one endpoint. Contains ids only: event and endpoint are read again for every attempt. */
export interface Delivery {
  /** `<eventId>:<webhookId>`, so that a repeated change creates no second delivery. */
  _id: string;
  accountId: number;
  webhookId: number;
  eventId: string;
  /**
   * Destination key: account and origin of the endpoint's URL (destination.ts). Stored under this name since version
   * 0.1.
   */
  lane: string;
  status: 'Pending' | 'Delivered' | 'GivenUp';
  /**
   * Start of the retry schedule: the change, the first time at which an attempt was possible (retry-schedule.ts), or a
   * replay.
   */
  occurred: Date;
  created: Date;
  /**
   * Due time; only pending deliveries have it. A lease moves it past the end of the attempt: after a crash the delivery
   * is due again without clean-up.
   */
  dueAt?: Date;
  /** Token of the lease; guards the result. */
  leaseBy?: string;
  /**
   * Set if the endpoint was enabled or its URL changed during the lease: replaces the due time of the attempt's result.
   */
  resumedAt?: Date;
  /** Trace context of the change; all attempts are spans of that trace (docs/adr/0015). */
  traceparent?: string;
  /** Attempts made so far; they are recorded as `<_id>#1` to `<_id>#<tries>`. */
  tries: number;
}

/** A delivery that this process has leased. */
export type LeasedDelivery = Delivery & { dueAt: Date; leaseBy: string };

/** An attempt to make: the leased delivery with its endpoint and event. */
export interface Job {
  readonly delivery: LeasedDelivery;
  readonly endpoint: Endpoint;
  readonly event: EventRecord;
}

/** A stored attempt. Separate from the delivery, so that many results need few writes. */
export interface AttemptDocument extends Attempt {
  _id: string;
  created: Date;
}

export const formatAttemptId = (deliveryId: string, number: number): string => `${deliveryId}#${number}`;

export const formatDeliveryId = (eventId: string, webhookId: number): string => `${eventId}:${webhookId}`;
