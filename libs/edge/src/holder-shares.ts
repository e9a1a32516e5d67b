import { createByteBudget, type ByteBudget, type ByteLease } from '@porchlight/runtime';

/** A byte budget of `maxBytes`, of which one holder (an account, a client network) may use `maxBytesPerHolder`. */
export interface HolderShares {
  /** Reserves bytes for a holder; undefined if they do not fit. */
  reserve(holder: string, bytes: number): ByteLease | undefined;
  /** True if these bytes more exceed the share of the holder. */
  exceeds(holder: string, more: number): boolean;
  /** Bytes reserved now. */
  inUse(): number;
}

/** Creates the shares; a holder without reservations costs no memory. */
export const createHolderShares = ({
  maxBytes,
  maxBytesPerHolder,
}: {
  readonly maxBytes: number;
  readonly maxBytesPerHolder: number;
}): HolderShares => {
  const total = createByteBudget({ maxBytes });
  const holders = new Map<string, { readonly budget: ByteBudget; leases: number }>();

  const reserve = (holder: string, bytes: number): ByteLease | undefined => {
    const share = holders.get(holder) ?? { budget: createByteBudget({ maxBytes: maxBytesPerHolder }), leases: 0 };
    const ofHolder = share.budget.reserve(bytes);
    const ofAll = ofHolder && total.reserve(bytes);
    if (!ofHolder || !ofAll) {
      ofHolder?.release();
      return undefined;
    }
    holders.set(holder, share);
    share.leases += 1;
    let isReleased = false;
    return {
      grow(more) {
        // No other code runs in between: a reservation that fits the share and the total succeeds in both.
        return total.inUse() + more <= maxBytes && ofHolder.grow(more) && ofAll.grow(more);
      },
      shrink(bytes) {
        if (isReleased) return;
        ofHolder.shrink(bytes);
        ofAll.shrink(bytes);
      },
      release() {
        if (isReleased) return;
        isReleased = true;
        ofHolder.release();
        ofAll.release();
        if (--share.leases === 0) holders.delete(holder);
      },
    };
  };

  return {
    reserve,
    exceeds: (holder, more) => (holders.get(holder)?.budget.inUse() ?? 0) + more > maxBytesPerHolder,
    inUse: total.inUse,
  };
};
