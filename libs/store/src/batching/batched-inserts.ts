import type { DocumentCollection } from '../contract/document-collection';
import { createBatcher } from './batcher';

/** Combines concurrent inserts into one `insertMany`. Rejects with UniqueConflict for a refused document. */
export interface BatchedInserts<T extends { _id: string | number }> {
  insert(document: T): Promise<void>;
}

const MAX_BATCH = 100;

/** Creates the inserts of one collection. */
export const createBatchedInserts = <T extends { _id: string | number }>(
  collection: DocumentCollection<T>,
): BatchedInserts<T> => {
  const batcher = createBatcher<T, boolean>({
    max: MAX_BATCH,
    inFlight: 1,
    run: async (documents) => {
      const refused = new Set(await collection.insertMany(documents));
      return documents.map((document) => !refused.has(document._id));
    },
  });
  return {
    insert: async (document) => {
      // A refused document is sent again alone, because only then the error names the keys of the index.
      if (!(await batcher.add(document))) await collection.insertOne(document);
    },
  };
};
