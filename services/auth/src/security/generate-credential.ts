import type { IdempotencyContext } from '@porchlight/idempotency';

/** 256 bits of randomness (decisions section 3). */
const KEY_BYTES = 32;

/** Generates a credential; the prefix states its kind. */
export const generateCredential = ({ ids }: { readonly ids: { random(bytes: number): Buffer } }, prefix: string) =>
  `${prefix}${ids.random(KEY_BYTES).toString('base64url')}`;

/**
 * A call that can be repeated: it generates the same credential each time and may find its own write (docs/adr/0013).
 */
export interface IdempotentCall {
  readonly idempotency?: IdempotencyContext | undefined;
}
