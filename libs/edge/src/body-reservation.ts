import { LIMITS } from '@porchlight/limits';
import type { ByteBudget, ByteLease } from '@porchlight/runtime';

const SMALL_BYTES = LIMITS.smallBodyBytes.value;

/** The bytes of one body: in the share of its holder and, of a large body, also in the budget of large bodies. */
export interface BodyReservation {
  readonly bytes: () => number;
  /** True if it uses the budget of large bodies. */
  readonly isLarge: () => boolean;
  /** Bytes that `more` needs in the budget of large bodies, when the body has `size` bytes. */
  largeBytesFor(more: number, size: number): number;
  /** Reserves `more` bytes. False if they do not fit; then nothing changed. */
  grow(more: number, size: number): boolean;
  shrinkTo(bytes: number): void;
  /** Idempotent. */
  release(): void;
}

/** Begins the reservation of a body. It is large by its declared size, or once more than 64 kB have arrived. */
export const createBodyReservation = (lease: ByteLease, large: ByteBudget, declared = 0): BodyReservation => {
  let largeLease: ByteLease | undefined;
  let reserved = 0;

  const largeBytesFor = (more: number, size: number): number => {
    if (largeLease) return more;
    return Math.max(declared, size) > SMALL_BYTES ? reserved + more : 0;
  };
  const growLarge = (bytes: number): boolean => {
    if (largeLease) return largeLease.grow(bytes);
    if (bytes === 0) return true;
    largeLease = large.reserve(bytes);
    return largeLease !== undefined;
  };
  /** Nothing may stay reserved in one budget only. */
  const shrinkLarge = (bytes: number, wasLarge: boolean): void => {
    if (wasLarge) return largeLease?.shrink(bytes);
    largeLease?.release();
    largeLease = undefined;
  };

  return {
    bytes: () => reserved,
    isLarge: () => largeLease !== undefined,
    largeBytesFor,
    grow(more, size) {
      const wasLarge = largeLease !== undefined;
      if (!growLarge(largeBytesFor(more, size))) return false;
      if (!lease.grow(more)) {
        shrinkLarge(more, wasLarge);
        return false;
      }
      reserved += more;
      return true;
    },
    shrinkTo(bytes) {
      lease.shrink(reserved - bytes);
      largeLease?.shrink(reserved - bytes);
      reserved = bytes;
    },
    release() {
      largeLease?.release();
      lease.release();
    },
  };
};
