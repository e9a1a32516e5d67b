import type { Database } from '../database';
import type { DocumentCollection } from '../contract/document-collection';
import { MemoryCollection } from './memory-collection';

/** A database in this process. Several stores may share one; it is gone with the process. */
export const createMemoryDatabase = (): Database => {
  const collections = new Map<string, unknown>();
  return {
    collection: <T extends { _id: string | number }>(name: string) => {
      let collection = collections.get(name);
      if (!collection) {
        collection = new MemoryCollection<T>();
        collections.set(name, collection);
      }
      return collection as DocumentCollection<T>;
    },
    ready: async () => true,
    close: async () => undefined,
  };
};
