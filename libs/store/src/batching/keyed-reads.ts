import type { DocumentCollection } from '../contract/document-collection';
import { createStoreBatcher } from './store-batcher';

const MAX_BATCH = 200;
/** Two, so that one slow read does not delay all others. */
const IN_FLIGHT = 2;

/**
 * Reads by `_id`; concurrent reads share one query, and equal ids are read once. Documents are shared: do not modify
 * them.
 */
export const createKeyedReads = <T extends { _id: string | number }>(collection: DocumentCollection<T>) => {
  const batcher = createStoreBatcher<T['_id'], T | undefined>({
    maxItems: MAX_BATCH,
    inFlight: IN_FLIGHT,
    run: async (ids) => {
      const first = ids[0] as T['_id'];
      if (ids.length === 1) return [(await collection.findOne({ _id: first })) ?? undefined];
      const distinct = [...new Set(ids)];
      const byKey = new Map<T['_id'], T>();
      for (const document of await collection.find({ _id: { $in: distinct } }, { limit: distinct.length }))
        byKey.set(document._id, document);
      return ids.map((id) => byKey.get(id));
    },
  });
  return { load: (id: T['_id']): Promise<T | undefined> => batcher.add(id) };
};
