import type { DocumentCollection } from '../contract/document-collection';
import { createStoreBatcher } from './store-batcher';

const MAX_BATCH = 100;

/** Returns an insert; concurrent ones are one `insertMany`. It rejects with UniqueConflict for a refused document. */
export const createBatchedInserts = <T extends { _id: string | number }>(collection: DocumentCollection<T>) => {
  const batcher = createStoreBatcher<T, boolean>({
    maxItems: MAX_BATCH,
    run: async (documents) => {
      const refused = new Set(await collection.insertMany(documents));
      return documents.map((document) => !refused.has(document._id));
    },
  });
  return async (document: T): Promise<void> => {
    // A refused document is sent again alone, because only then the error names the keys of the index.
    if (!(await batcher.add(document))) await collection.insertOne(document);
  };
};
