import { createByteBudget, type ByteLease } from '@porchlight/runtime';

/** A byte budget of which one holder (an account, a client network) may use a part only. */
export interface FairBudget {
  /** Reserves bytes for a holder; undefined if they do not fit. */
  reserve(holder: string, bytes: number): ByteLease | undefined;
  /** Bytes reserved now, for a gauge. */
  inUse(): number;
  readonly maxBytes: number;
}

interface FairBudgetOptions {
  readonly maxBytes: number;
  /** Bytes that one holder may use. */
  readonly maxBytesPerHolder: number;
}

/** Creates a budget of `maxBytes`; each holder may use `maxBytesPerHolder` of them. */
export const createFairBudget = ({ maxBytes, maxBytesPerHolder }: FairBudgetOptions): FairBudget => {
  const total = createByteBudget({ maxBytes });
  const holders = new Map<string, ReturnType<typeof createByteBudget>>();
  return {
    maxBytes,
    inUse: total.inUse,
    reserve(holder, bytes) {
      const share = holders.get(holder) ?? createByteBudget({ maxBytes: maxBytesPerHolder });
      const own = share.reserve(bytes);
      const common = own && total.reserve(bytes);
      if (!own || !common) {
        own?.release();
        return undefined;
      }
      holders.set(holder, share);
      return {
        grow(more) {
          // No other code runs in between: a reservation that fits the share and the total succeeds in both.
          return total.inUse() + more <= maxBytes && own.grow(more) && common.grow(more);
        },
        release() {
          own.release();
          common.release();
          if (share.inUse() === 0) holders.delete(holder);
        },
      };
    },
  };
};
