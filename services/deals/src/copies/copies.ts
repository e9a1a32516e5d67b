import { keepNewer, type DocumentCollection } from '@porchlight/store';
import type { Copies, Copy } from '../ports';

/** `_id` of a copy. */
const copyId = (accountId: number, recordId: number): string => `${accountId}:${recordId}`;

/** Stores copies in a separate collection. */
export const createCopies = <C extends Copy>(collection: DocumentCollection<C>): Copies<C> => ({
  byIds: async (accountId, ids) => {
    if (ids.length === 0) return [];
    return collection.find({ _id: { $in: ids.map((id) => copyId(accountId, id)) } }, { limit: ids.length });
  },
  keep: (copies, { again = false } = {}) => keepNewer(collection, copies, { again }),
  drop: async (accountId, ids) => {
    if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids.map((id) => copyId(accountId, id)) } });
  },
  idsBetween: async (accountId, above, below, limit) => {
    const found = await collection.find(
      { accountId, recordId: { $gt: above, $lt: below }, deleted: { $ne: true } },
      { sort: { recordId: 1 }, limit, projection: { recordId: 1 } },
    );
    return found.map(({ recordId }) => recordId);
  },
  ensureIndexes: () => collection.ensureIndexes([{ keys: { recordId: 1 } }]),
});
