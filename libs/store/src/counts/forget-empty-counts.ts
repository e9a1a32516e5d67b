import type { DocumentCollection } from '../contract/document-collection';
import { listTextCounterIds } from './count-keys';
import type { CounterDocument } from './counters';

/** Keys removed in one write. */
const AT_ONCE = 200;

/**
 * Removes texts with a count of 0 (`tag:…`, `source:…`) from the counters of an account. Concurrent counts are safe:
 * the write itself checks for 0, and a missing key counts from 0.
 */
export const createForgetEmptyCounts =
  (counters: DocumentCollection<CounterDocument>, resource: string): ((accountId: number) => Promise<void>) =>
  async (accountId) => {
    const ids = listTextCounterIds(accountId, resource);
    for (const { _id, n } of await counters.find({ _id: { $in: ids } }, { limit: ids.length })) {
      const empty = Object.entries(n).flatMap(([field, count]) => (count === 0 ? [`n.${field}`] : []));
      for (let at = 0; at < empty.length; at += AT_ONCE) {
        const set = empty
          .slice(at, at + AT_ONCE)
          .map((field) => [
            field,
            { $cond: [{ $eq: [`$${field}`, 0] }, '$$REMOVE', { $ifNull: [`$${field}`, '$$REMOVE'] }] },
          ]);
        await counters.updateOne({ _id }, [{ $set: Object.fromEntries(set) as Record<string, unknown> }]);
      }
    }
  };
