import type { Actor } from '@porchlight/access';
import type { IdempotencyContext } from '@porchlight/idempotency';

/** An operation on behalf of an actor. CallContext of libs/rpc is compatible. */
export interface StoreCall {
  readonly actor: Actor;
  readonly signal: AbortSignal;
  readonly suppressOwn?: boolean;
  /** Shared by the writes of one bulk call, so that webhooks can combine them. */
  readonly batchId?: string;
  /** Id of the step of an action plan or automation that makes the write; published with its changes (D12.5). */
  readonly cause?: string;
  /** Present if the call may be repeated after a crash: its ids are then the same each time (docs/adr/0013). */
  readonly idempotency?: IdempotencyContext | undefined;
  /** Adds a warning to the response; available in lists. */
  readonly warn?: (sentence: string) => void;
}
