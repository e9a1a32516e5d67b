import type { DocumentCollection } from '../../contract/document-collection';
import { isUniqueConflict } from '../../unique-conflict';
import { isEqual } from '../../writes/document-diff';

/**
 * Inserts the documents of a rejected batch one by one, for servers that do not name the duplicates. Some documents of
 * the batch may already be stored. Returns the ids of the duplicates.
 */
export const insertEach = async <T extends { _id: string | number }>(
  collection: Pick<DocumentCollection<T>, 'insertOne' | 'findOne'>,
  documents: readonly T[],
): Promise<Array<T['_id']>> => {
  const duplicates: Array<T['_id']> = [];
  for (const document of documents)
    try {
      await collection.insertOne(document);
    } catch (error) {
      if (!isUniqueConflict(error)) throw error;
      // A document that the batch has stored conflicts with itself.
      const stored = await collection.findOne({ _id: document._id });
      if (!stored || !isEqual(stored, document)) duplicates.push(document._id);
    }
  return duplicates;
};
