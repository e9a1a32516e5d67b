import type { Database } from '../database';
import type { DocumentCollection } from '../contract/document-collection';
import { createDocumentCheck } from '../schema/document-check';
import type { DocumentSchema } from '../schema/document-schema';
import { MemoryCollection } from './memory-collection';
import { createShardRouter, createUnroutedStatements } from '../routing/shard-router';

/** A database in the memory of this process. Several stores may share one. */
export const createMemoryDatabase = (): Database => {
  const collections = new Map<string, MemoryCollection<never>>();
  const unrouted = createUnroutedStatements();
  return {
    collection: <T extends { _id: string | number }>(name: string, schema?: DocumentSchema) => {
      let collection = collections.get(name);
      if (!collection) {
        const routing = { collection: name, onUnrouted: unrouted.refuse };
        collection = new MemoryCollection<never>(createShardRouter(routing));
        collections.set(name, collection);
      }
      if (schema && !collection.check) {
        collection.check = createDocumentCheck(name, schema);
        collection.declareIndexes(schema.indexes);
        collection.router.declare(schema.sharding ?? 'byKey');
      }
      return collection as DocumentCollection<T>;
    },
    createIndexes: async () => undefined,
    missingIndexes: async () => [],
    ready: async () => true,
    close: async () => unrouted.assertNone(),
  };
};
