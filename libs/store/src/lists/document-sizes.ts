import { startStopwatch } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';

/** Averages of document sizes by account, so that a query reads no more than fits into memory. */
export interface DocumentSizes {
  /** Bytes of an average document of the account; undefined if none was read recently. */
  average(accountId: number): number | undefined;
  /** Records the result of a query. */
  note(accountId: number, bytes: number, documents: number): void;
}

const MAX_ACCOUNTS = 10_000;
/** Half-life of averages, ms. */
const HALF_LIFE_MS = 600_000;

/** Creates the averages of one collection in this process. Uses a monotonic clock. */
export const createDocumentSizes = (elapsed: () => number = startStopwatch()): DocumentSizes => {
  const known = new LRUCache<number, { readonly average: number; readonly at: number }>({
    maxSize: MAX_ACCOUNTS,
    sizeCalculation: () => 1,
  });
  const average = (accountId: number): number | undefined => {
    const one = known.get(accountId);
    return one && one.average * 0.5 ** ((elapsed() - one.at) / HALF_LIFE_MS);
  };
  return {
    average,
    note: (accountId, bytes, documents) => {
      if (documents === 0) return;
      const next = Math.max(bytes / documents, average(accountId) ?? 0);
      known.set(accountId, { average: next, at: elapsed() });
    },
  };
};
