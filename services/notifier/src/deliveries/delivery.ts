/** The result of a leased delivery. Without an attempt only the due time changes. */
export type Settlement =
  | { readonly kind: 'delivered'; readonly delivery: LeasedDelivery; readonly attempt: Attempt }
  | { readonly kind: 'retry'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt; readonly dueAt: Date }
  | { readonly kind: 'deadLetter'; readonly delivery: LeasedDelivery; readonly attempt?: Attempt };

/** A delivery that is due, read but not yet leased. */
export type DueDelivery = Delivery & { readonly dueAt: Date };

/** One try to reach a receiver, as it is recorded. */
export interface Attempt {
  at: Date;
  /** HTTP status; absent when there was no answer. */
  status?: number;
  /** Milliseconds it took. */
  ms: number;
  /** Why there was no answer, a short fixed word such as `timeout`. */
  error?: string;
  /** First 20 kB of the answer; never rendered. */
  response?: string;
}

/** One notification to one webhook: ids only, the event and the webhook are read again for every attempt. */
export interface Delivery {
  /** `<eventId>:<webhookId>`: however often a change arrives, there is one. */
  _id: string;
  accountId: number;
  webhookId: number;
  eventId: string;
  /** Destination key: account and origin of the webhook's url (destination.ts). */
  lane: string;
  status: 'Pending' | 'Delivered' | 'GivenUp';
  /**
   * When the schedule begins: the change, or the first moment at which an attempt was possible (schedule.ts), or a
   * replay.
   */
  occurred: Date;
  created: Date;
  /**
   * When the delivery is due; only on pending ones. A lease moves this time past the end of the attempt: after a crash
   * the delivery is due again without clean-up.
   */
  dueAt?: Date;
  /** Token of the lease; guards the result. */
  leaseBy?: string;
  /** Its webhook was enabled or moved while it was leased: it is due then, not when that lease's result says. */
  resumedAt?: Date;
  /** The step of a trace that it comes from: every attempt, the late ones too, is a step of that (docs/adr/0015). */
  traceparent?: string;
  /** Attempts made so far; they are recorded as `<_id>#1` to `<_id>#<tries>`. */
  tries: number;
}

/** A delivery that this process holds a lease on. */
export type LeasedDelivery = Delivery & { dueAt: Date; leaseBy: string };

/** An attempt in its collection. Apart from the delivery, so that many results are few writes. */
export interface AttemptDocument extends Attempt {
  _id: string;
  created: Date;
}

export const formatAttemptId = (deliveryId: string, number: number): string => `${deliveryId}#${number}`;

export const formatDeliveryId = (eventId: string, webhookId: number): string => `${eventId}:${webhookId}`;
