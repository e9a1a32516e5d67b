import type { Database } from '../database';
import type { DocumentCollection } from '../contract/document-collection';
import { createDocumentCheck } from '../schema/document-check';
import type { DocumentSchema } from '../schema/document-schema';
import { MemoryCollection } from './memory-collection';

/** A database in this process. Several stores may share one; it is gone with the process. */
export const createMemoryDatabase = (): Database => {
  const collections = new Map<string, MemoryCollection<never>>();
  return {
    collection: <T extends { _id: string | number }>(name: string, schema?: DocumentSchema) => {
      let collection = collections.get(name);
      if (!collection) {
        collection = new MemoryCollection<never>();
        collections.set(name, collection);
      }
      if (schema && !collection.check) {
        collection.check = createDocumentCheck(name, schema);
        collection.declareIndexes(schema.indexes);
      }
      return collection as DocumentCollection<T>;
    },
    createIndexes: async () => undefined,
    missingIndexes: async () => [],
    ready: async () => true,
    close: async () => undefined,
  };
};
