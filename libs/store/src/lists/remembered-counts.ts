import type { Counters } from '../counts/counters';

/** Cached results of counting, each valid until one of the stored counters that it depends on changes. */
export interface RememberedCounts {
  /** `parts`: stored counters, one of which changes whenever a record enters or leaves the counted selection. */
  count(
    what: { readonly accountId: number; readonly filter: string; readonly parts: readonly string[] },
    count: () => Promise<number>,
  ): Promise<number>;
}

const MOST = 10_000;

/** Makes the memory of one resource in this process; the oldest make room. */
export const createRememberedCounts = (counters: Pick<Counters, 'stateOf'>): RememberedCounts => {
  const known = new Map<string, { readonly state: string; readonly total: number }>();
  return {
    async count({ accountId, filter, parts }, count) {
      // Before it is counted: what is written meanwhile may be counted or not, and moves the state afterwards.
      const state = await counters.stateOf(accountId, parts);
      const before = known.get(filter);
      if (before?.state === state) return before.total;
      const total = await count();
      known.delete(filter);
      if (known.size >= MOST) known.delete(known.keys().next().value as string);
      known.set(filter, { state, total });
      return total;
    },
  };
};
