import type { Actor } from '@porchlight/access';
import type { IdempotencyContext } from '@porchlight/idempotency';

/** The context of a call for its handler. */
export interface CallContext {
  /** The actor. Throws in a public call without a token. */
  readonly actor: Actor;
  /** Aborted when the caller gives up, the deadline passes or the stream ends; the reason is a Refusal. */
  readonly signal: AbortSignal;
  /** When the caller stops waiting, ms since the epoch. */
  readonly deadline: number;
  readonly traceparent?: string;
  readonly requestId?: string;
  /** Leave out webhooks of the calling system. */
  readonly suppressOwn: boolean;
  /** Set for a call with an idempotency key: memoizes the choices of its handler. */
  readonly idempotency?: IdempotencyContext;
  /** `<service>.<rpc method>`, for example people.createPerson. */
  readonly operation: string;
}
