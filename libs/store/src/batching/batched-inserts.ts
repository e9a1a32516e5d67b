import type { DocumentCollection } from '../types';
import { createBatcher } from './batcher';

/**
 * Inserts; what waits at the same moment is one `insertMany`. Rejects with UniqueConflict for the document that was
 * refused.
 */
export interface BatchedInserts<T extends { _id: string | number }> {
  insert(document: T): Promise<void>;
}

const MAX_BATCH = 100;
/** A commit costs the database more than the documents in it. */
const GATHER_MS = 2;

/** Makes the inserts of one collection. */
export const createBatchedInserts = <T extends { _id: string | number }>(
  collection: DocumentCollection<T>,
): BatchedInserts<T> => {
  const batcher = createBatcher<T, boolean>({
    max: MAX_BATCH,
    inFlight: 1,
    gatherMs: GATHER_MS,
    run: async (documents) => {
      const refused = new Set(await collection.insertMany(documents));
      return documents.map((document) => !refused.has(document._id));
    },
  });
  return {
    insert: async (document) => {
      // A refused one is sent again alone: the answer then names the keys of the index that refused it.
      if (!(await batcher.add(document))) await collection.insertOne(document);
    },
  };
};
