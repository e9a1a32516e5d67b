import type { DocumentCollection } from './contract/document-collection';
import type { Database } from './database';
import { UNSENT_CHANGES } from './outbox/unsent-changes';
import type { DocumentSchema } from './schema/document-schema';

/** Collections of the mechanism's own; a service must not use these names. */
const RESERVED = new Set(['sequences', 'counters', 'instances', 'leases', 'migrations', UNSENT_CHANGES]);

/** Opens the collections of a service that are no resources, and records how they were declared. */
export const createStoreCollections = (database: Database) => {
  const names = new Set([UNSENT_CHANGES]);
  const declared = new Set([UNSENT_CHANGES]);
  const withoutAccount = new Set(['sequences']);
  return {
    /** Names of the opened collections. */
    names: names as ReadonlySet<string>,
    /** Collections whose documents have no column for the account: the store adds it. */
    withoutAccount: withoutAccount as ReadonlySet<string>,
    open<T extends { _id: string | number }>(name: string, schema?: DocumentSchema<T>): DocumentCollection<T> {
      if (RESERVED.has(name)) throw new Error(`the collection '${name}' belongs to the store`);
      names.add(name);
      if (schema) {
        declared.add(name);
        const isByKey = (schema.sharding ?? 'byKey') === 'byKey';
        if (isByKey && !('accountId' in schema.columns)) withoutAccount.add(name);
      }
      return database.collection<T>(name, schema);
    },
    /** Throws unless every collection was opened with its schema, or is one of these resources. */
    checkSchemas(resources: readonly string[]): void {
      const bare = [...names].filter((name) => !declared.has(name) && !resources.includes(name));
      if (bare.length > 0) throw new Error(`Collections without a schema (defineDocument): ${bare.join(', ')}.`);
    },
  };
};
