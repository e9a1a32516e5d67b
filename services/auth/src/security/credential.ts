import type { Once } from '@porchlight/idempotency';

/** 256 bits of randomness (decisions section 3). */
const KEY_BYTES = 32;

/** A credential: its prefix says what it is for. */
export const generateCredential = (
  { ids }: { readonly ids: { random(bytes: number): Buffer } },
  prefix: string,
): string => `${prefix}${ids.random(KEY_BYTES).toString('base64url')}`;

/** A call that may be sent again draws the same each time, and meets what it wrote itself (docs/adr/0013). */
export interface Drawing {
  readonly once?: Once | undefined;
}
