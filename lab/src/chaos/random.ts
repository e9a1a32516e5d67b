/** Deterministic random numbers. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  pick<T>(values: readonly T[]): T;
  /** Returns all items in random order. */
  shuffle<T>(values: readonly T[]): T[];
}

/** mulberry32: small, and good enough to choose an order. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: (values) => values[Math.floor(next() * values.length)]!,
    shuffle(values) {
      const all = [...values];
      for (let at = all.length - 1; at > 0; at--) {
        const other = Math.floor(next() * (at + 1));
        [all[at], all[other]] = [all[other]!, all[at]!];
      }
      return all;
    },
  };
}
