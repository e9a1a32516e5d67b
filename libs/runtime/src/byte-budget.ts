/** Bytes reserved for one operation. */
export interface ByteLease {
  /** Reserves `bytes` more, or returns false and changes nothing if they do not fit or the lease has been released. */
  grow(bytes: number): boolean;
  /** Returns a part of the bytes to the budget, at most all. */
  shrink(bytes: number): void;
  /** Returns all bytes of this lease to the budget. Idempotent. */
  release(): void;
}

/** Limits the memory that concurrent work in one process uses. */
export interface ByteBudget {
  /**
   * Reserves `bytes`, or returns undefined if they do not fit. Never waits: the caller rejects its request, for
   * overload with 503 and Retry-After.
   */
  reserve(bytes: number): ByteLease | undefined;
  /** Bytes reserved now, for a gauge. */
  inUse(): number;
}

/** Rejects NaN, fractions and negative numbers: they would corrupt the sum of the budget without an error. */
const requireByteCount = (bytes: number): void => {
  if (!Number.isSafeInteger(bytes) || bytes < 0)
    throw new RangeError(`A byte count must be a non-negative integer, not ${bytes}.`);
};

/**
 * Creates a byte budget of `maxBytes`, the maximum of all leases together. Release each lease in a `finally` block.
 * Throws RangeError if a byte count is not a non-negative integer.
 */
export const createByteBudget = ({ maxBytes }: { readonly maxBytes: number }): ByteBudget => {
  requireByteCount(maxBytes);
  let inUse = 0;
  const take = (bytes: number): boolean => {
    requireByteCount(bytes);
    if (inUse + bytes > maxBytes) return false;
    inUse += bytes;
    return true;
  };
  return {
    reserve(bytes) {
      if (!take(bytes)) return undefined;
      let reserved = bytes;
      let released = false;
      return {
        grow(more) {
          if (released || !take(more)) return false;
          reserved += more;
          return true;
        },
        shrink(bytes) {
          requireByteCount(bytes);
          if (released) return;
          const returned = Math.min(bytes, reserved);
          reserved -= returned;
          inUse -= returned;
        },
        release() {
          if (released) return;
          released = true;
          inUse -= reserved;
        },
      };
    },
    inUse: () => inUse,
  };
};
