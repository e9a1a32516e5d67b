import { LIMITS } from '@porchlight/limits';
import { LRUCache } from 'lru-cache';
import type { DocumentCollection } from '../contract/document-collection';
import { encodeFieldName, isTextKey } from './count-keys';
import type { CounterDocument } from './counters';

/** Keys that are changed in one document between two checks of its size. */
const CHECK_EVERY = 500;
const MAX_NOTED = 10_000;

/**
 * `$set` of a pipeline that adds a delta to a count where `when` holds. A count of a text (tag, source) that becomes 0
 * is deleted. Once a document has as many texts as the limit allows it counts no further ones (`overflow`).
 */
export const moveWhen = (when: unknown, key: string, delta: number): Record<string, unknown> => {
  const field = `n.${encodeFieldName(key)}`;
  const sum = { $add: [{ $ifNull: [`$${field}`, 0] }, delta] };
  const untracked = {
    $and: [{ $eq: [{ $ifNull: ['$overflow', false] }, true] }, { $eq: [{ $ifNull: [`$${field}`, null] }, null] }],
  };
  const moved = isTextKey(key) ? { $cond: [{ $or: [{ $eq: [sum, 0] }, untracked] }, '$$REMOVE', sum] } : sum;
  return { [field]: { $cond: [when, moved, { $ifNull: [`$${field}`, '$$REMOVE'] }] } };
};

/** Detects counter documents of texts that have reached their limit. */
export interface GrowthCheck {
  /** Records how many counts of a document changed. Never rejects. */
  note(id: string, keys: number): Promise<void>;
}

/** Creates the check of one process. Between two checks a document may exceed the limit by 500 keys and one write. */
export const createGrowthCheck = (collection: DocumentCollection<CounterDocument>): GrowthCheck => {
  const moved = new LRUCache<string, number>({ maxSize: MAX_NOTED, sizeCalculation: () => 1 });
  const check = async (_id: string): Promise<void> => {
    const document = await collection.findOne({ _id }, { projection: { n: 1, overflow: 1 } });
    if (!document || document.overflow || Object.keys(document.n).length < LIMITS.countedTexts.value) return;
    await collection.updateOne({ _id }, { $set: { overflow: true } });
  };
  return {
    note: async (id, keys) => {
      if (!id.includes('#')) return;
      const sum = (moved.get(id) ?? 0) + keys;
      if (sum < CHECK_EVERY) {
        moved.set(id, sum);
        return;
      }
      moved.delete(id);
      // A failed check is repeated after the next changes.
      await check(id).catch(() => void moved.set(id, sum));
    },
  };
};
