import type { Actor } from '@porchlight/access';
import type { IdempotencyContext } from '@porchlight/idempotency';

/** An operation on behalf of an actor. CallContext of libs/rpc is compatible. */
export interface StoreCall {
  readonly actor: Actor;
  readonly signal: AbortSignal;
  readonly suppressOwn?: boolean;
  /** Shared by the writes of one bulk call, so that partners may hear of them together. */
  readonly batchId?: string;
  /** Of a call that may be sent again after its process died: its ids are the same each time (docs/adr/0013). */
  readonly idempotency?: IdempotencyContext | undefined;
  /** Adds a warning to the response; available in lists. */
  readonly warn?: (sentence: string) => void;
}
