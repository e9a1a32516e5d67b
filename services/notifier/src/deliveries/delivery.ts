import {
  type Columns,
  date,
  defineDocument,
  type DocumentOf,
  number,
  optional,
  type Stored,
  text,
  word,
} from '@porchlight/store';
import { EVENT_SECONDS, type EventRecord } from '../payloads';
import type { Endpoint } from './endpoint-directory';

/** The result of a leased delivery. Without an attempt only the due time changes. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly delivery: LeasedDelivery; readonly attempt: Attempt }
  | { readonly kind: 'retry'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt; readonly dueAt: Date }
  | { readonly kind: 'deadLetter'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt };

/** A delivery that is due, read but not yet leased. */
export type DueDelivery = Delivery & { readonly dueAt: Date };

/** Columns of attempt. */
export const attemptColumns = {
  at: date,
  /** HTTP status; absent if there was no response. */
  status: optional(number),
  /** Duration, ms. */
  ms: number,
  /** Error code if there was no response, such as `timeout`. */
  error: optional(text),
  /** First 20 kB of the response body; never rendered. */
  response: optional(text),
} satisfies Columns;

/** An attempt as it is recorded. */
export type Attempt = Stored<typeof attemptColumns>;

/** One event for one endpoint. Contains ids only: event and endpoint are read again for every attempt. */
export const deliverySchema = defineDocument(
  {
    /** `<eventId>:<webhookId>`, so that a repeated change creates no second delivery. */
    _id: text,
    accountId: number,
    webhookId: number,
    eventId: text,
    /**
     * Destination key: account and origin of the endpoint's URL (destination.ts). Stored under this name since version
     * 0.1.
     */
    lane: text,
    status: word('Pending', 'Delivered', 'GivenUp'),
    /**
     * Start of the retry schedule: the change, the first time at which an attempt was possible (retry-schedule.ts), or
     * a replay.
     */
    occurred: date,
    created: date,
    /**
     * Due time; only pending deliveries have it. A lease moves it past the end of the attempt: after a crash the
     * delivery is due again without clean-up.
     */
    dueAt: optional(date),
    /** Token of the lease; guards the result. */
    leaseBy: optional(text),
    /**
     * Set if the endpoint was enabled or its URL changed during the lease: replaces the due time of the attempt's
     * result.
     */
    resumedAt: optional(date),
    /** Trace context of the change; all attempts are spans of that trace (docs/adr/0015). */
    traceparent: optional(text),
    /** Attempts made so far; they are recorded as `<_id>#1` to `<_id>#<tries>`. */
    tries: number,
  },
  [
    // Only pending deliveries have it, so the index stays small.
    { keys: { dueAt: 1 }, sparse: true, global: true },
    // Due deliveries of one queue.
    { keys: { lane: 1, dueAt: 1 }, global: true },
    { keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS },
    // The log of one webhook.
    { keys: { accountId: 1, webhookId: 1, created: 1 }, global: true },
  ],
  'byField',
);
export type Delivery = DocumentOf<typeof deliverySchema>;

/** A delivery that this process has leased. */
export type LeasedDelivery = Delivery & { dueAt: Date; leaseBy: string };

/** An attempt to make: the leased delivery with its endpoint and event. */
export interface Job {
  readonly delivery: LeasedDelivery;
  readonly endpoint: Endpoint;
  readonly event: EventRecord;
}

/** A stored attempt. Separate from the delivery, so that many results need few writes. */
export const attemptSchema = defineDocument(
  // Attempts of earlier versions have no account.
  { _id: text, accountId: optional(number), created: date, ...attemptColumns },
  [{ keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS }],
  'byField',
);
export type AttemptDocument = DocumentOf<typeof attemptSchema>;

export const formatAttemptId = (deliveryId: string, number: number): string => `${deliveryId}#${number}`;

export const formatDeliveryId = (eventId: string, webhookId: number): string => `${eventId}:${webhookId}`;
