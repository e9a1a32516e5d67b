import { LRUCache } from 'lru-cache';
import type { Counters } from '../counts/counters';

/** Cached results of counting, each valid until one of the stored counters that it depends on changes. */
export interface CachedCounts {
  /** `parts`: stored counters, one of which changes whenever a record enters or leaves the counted selection. */
  count(
    what: { readonly accountId: number; readonly filter: string; readonly parts: readonly string[] },
    count: () => Promise<number>,
  ): Promise<number>;
}

const MAX_ENTRIES = 10_000;

/** Creates the cache of one resource in this process. */
export const createCachedCounts = (counters: Pick<Counters, 'readState'>): CachedCounts => {
  const cache = new LRUCache<string, { readonly state: string; readonly total: number }>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: () => 1,
  });
  return {
    async count({ accountId, filter, parts }, count) {
      // Before it is counted: what is written meanwhile may be counted or not, and moves the state afterwards.
      const state = await counters.readState(accountId, parts);
      const before = cache.get(filter);
      if (before?.state === state) return before.total;
      const total = await count();
      cache.set(filter, { state, total });
      return total;
    },
  };
};
