import { LIMITS } from '@porchlight/limits';
import { LRUCache } from 'lru-cache';
import type { DocumentCollection } from '../contract/document-collection';
import { encodeFieldName, isTextKey, type Deltas } from './count-keys';
import type { CounterDocument } from './counter-document';

/** Keys that are changed in one document between two checks of its size. */
const CHECK_EVERY = 500;
const MAX_NOTED = 10_000;

/**
 * `$set` of a pipeline that adds deltas to counts where `when` holds. A count of a text (tag, source) that becomes 0 is
 * deleted. Once a document has as many texts as the limit allows it counts no further ones (`overflow`).
 */
export const addWhen = (when: unknown, deltas: Deltas): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(deltas).map(([key, delta]) => {
      const name = `n.${encodeFieldName(key)}`;
      const field = `$${name}`;
      const sum = { $add: [{ $ifNull: [field, 0] }, delta] };
      const untracked = {
        $and: [{ $eq: [{ $ifNull: ['$overflow', false] }, true] }, { $eq: [{ $ifNull: [field, null] }, null] }],
      };
      const moved = isTextKey(key) ? { $cond: [{ $or: [{ $eq: [sum, 0] }, untracked] }, '$$REMOVE', sum] } : sum;
      return [name, { $cond: [when, moved, { $ifNull: [field, '$$REMOVE'] }] }];
    }),
  );

/**
 * Detects counter documents of texts that have reached their limit. Returns a function that records how many counts of
 * a document changed; it never rejects. Between two checks a document may exceed the limit by 500 keys and one write.
 */
export const createGrowthCheck = (collection: DocumentCollection<CounterDocument>) => {
  const moved = new LRUCache<string, number>({ maxSize: MAX_NOTED, sizeCalculation: () => 1 });
  const check = async (_id: string): Promise<void> => {
    const document = await collection.findOne({ _id }, { projection: { n: 1, overflow: 1 } });
    if (!document || document.overflow || Object.keys(document.n).length < LIMITS.countedTexts.value) return;
    await collection.updateOne({ _id }, { $set: { overflow: true } });
  };
  return async (id: string, keys: number): Promise<void> => {
    if (!id.includes('#')) return;
    const sum = (moved.get(id) ?? 0) + keys;
    if (sum < CHECK_EVERY) {
      moved.set(id, sum);
      return;
    }
    moved.delete(id);
    // A failed check is repeated after the next changes.
    await check(id).catch(() => void moved.set(id, sum));
  };
};
