import { column, type Columns, defineDocument, type DocumentOf, type Stored } from '@porchlight/store';
import { EVENT_SECONDS, type EventRecord } from '../payloads';
import type { Endpoint } from './endpoint-directory';

/** The result of a leased delivery. Without an attempt only the due time changes. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly delivery: LeasedDelivery; readonly attempt: Attempt }
  | { readonly kind: 'retry'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt; readonly dueAt: Date }
  | { readonly kind: 'deadLetter'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt };

/** A delivery that is due, read but not yet leased. */
export type DueDelivery = Delivery & { readonly dueAt: Date };

const attemptColumns = {
  at: column.date,
  /** HTTP status; absent if there was no response. */
  status: column.optional(column.number),
  /** Duration, ms. */
  ms: column.number,
  /** Error code if there was no response, such as `timeout`. */
  error: column.optional(column.text),
  /** First 20 kB of the response body; never rendered. */
  response: column.optional(column.text),
} satisfies Columns;

/** An attempt as it is recorded. */
export type Attempt = Stored<typeof attemptColumns>;

/** One event for one endpoint. Contains ids only: event and endpoint are read again for every attempt. */
export const deliverySchema = defineDocument(
  {
    /** `<eventId>:<webhookId>`, so that a repeated change creates no second delivery. */
    _id: column.text,
    accountId: column.number,
    webhookId: column.number,
    eventId: column.text,
    /**
     * Destination key: account and origin of the endpoint's URL (destination.ts). Stored under this name since version
     * 0.1.
     */
    lane: column.text,
    status: column.word('Pending', 'Delivered', 'GivenUp'),
    /**
     * Start of the retry schedule: the change, the first time at which an attempt was possible (retry-schedule.ts), or
     * a replay.
     */
    occurred: column.date,
    created: column.date,
    /**
     * Due time; only pending deliveries have it. A lease moves it past the end of the attempt: after a crash the
     * delivery is due again without clean-up.
     */
    dueAt: column.optional(column.date),
    /** Token of the lease; guards the result. */
    leaseBy: column.optional(column.text),
    /**
     * Set if the endpoint was enabled or its URL changed during the lease: replaces the due time of the attempt's
     * result.
     */
    resumedAt: column.optional(column.date),
    /** Trace context of the change; all attempts are spans of that trace (docs/adr/0015). */
    traceparent: column.optional(column.text),
    /** Attempts made so far; they are recorded as `<_id>#1` to `<_id>#<tries>`. */
    tries: column.number,
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
  { _id: column.text, accountId: column.optional(column.number), created: column.date, ...attemptColumns },
  [{ keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS }],
  'byField',
);
export type AttemptDocument = DocumentOf<typeof attemptSchema>;

export const formatAttemptId = (deliveryId: string, number: number): string => `${deliveryId}#${number}`;

export const formatDeliveryId = (eventId: string, webhookId: number): string => `${eventId}:${webhookId}`;
