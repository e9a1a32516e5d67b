import { LRUCache } from 'lru-cache';
import type { Counters } from '../counts/counters';

const MAX_ENTRIES = 10_000;

/** Caches results of counting, each until one of the stored counters that it depends on changes. */
export const createCachedCounts = (counters: Pick<Counters, 'readState'>) => {
  const cache = new LRUCache<string, { readonly state: string; readonly total: number }>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: () => 1,
  });
  /** `parts`: stored counters, one of which changes whenever a record enters or leaves the counted selection. */
  return async (
    { accountId, filter, parts }: { accountId: number; filter: string; parts: readonly string[] },
    count: () => Promise<number>,
  ): Promise<number> => {
    // Read before the count: a concurrent write may be counted or not, and it changes the state afterwards.
    const state = await counters.readState(accountId, parts);
    const before = cache.get(filter);
    if (before?.state === state) return before.total;
    const total = await count();
    cache.set(filter, { state, total });
    return total;
  };
};
