import type { Actor } from '@porchlight/access';
import type { Once } from '@porchlight/idempotency';

/** One operation on behalf of somebody. rpc's CallContext fits. */
export interface StoreCall {
  readonly actor: Actor;
  readonly signal: AbortSignal;
  readonly suppressOwn?: boolean;
  /** Shared by the writes of one bulk call, so that partners may hear of them together. */
  readonly batchId?: string;
  /** Of a call that may be sent again after its process died: its ids are the same each time (docs/adr/0013). */
  readonly once?: Once | undefined;
  /** Tells the caller something about the answer; there while a list is made. */
  readonly warn?: (sentence: string) => void;
}
