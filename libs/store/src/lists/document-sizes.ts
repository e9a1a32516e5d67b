import { startStopwatch } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';

const MAX_ACCOUNTS = 10_000;
/** Half-life of averages, ms. */
const HALF_LIFE_MS = 600_000;

/** Averages of document sizes by account, so that a query reads no more than fits into memory. */
export type DocumentSizes = ReturnType<typeof createDocumentSizes>;

/** Creates the averages of one collection in this process. */
export const createDocumentSizes = (elapsed = startStopwatch()) => {
  const averages = new LRUCache<number, { readonly average: number; readonly at: number }>({
    maxSize: MAX_ACCOUNTS,
    sizeCalculation: () => 1,
  });
  /** Bytes of an average document of the account; undefined if none was read recently. */
  const average = (accountId: number): number | undefined => {
    const one = averages.get(accountId);
    return one && one.average * 0.5 ** ((elapsed() - one.at) / HALF_LIFE_MS);
  };
  return {
    average,
    /** Records the result of a query. */
    note: (accountId: number, bytes: number, documents: number): void => {
      if (documents === 0) return;
      const next = Math.max(bytes / documents, average(accountId) ?? 0);
      averages.set(accountId, { average: next, at: elapsed() });
    },
  };
};
