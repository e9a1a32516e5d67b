import type { MigrationContext } from '@porchlight/store';
import { migrations } from './migrations';

type Stored = { _id: number; accountId: number; id: number; system: string };

/** The documents of a collection, read at once and updated one by one. */
const open = (documents: Stored[]) => ({
  find: async () => documents,
  bulkUpdate: async (operations: { filter: Stored; update: { $set: Partial<Stored> } }[]) => {
    for (const { filter, update } of operations)
      Object.assign(
        documents.find(({ id, system }) => id === filter.id && system === filter.system)!,
        update.$set,
      );
    return operations.length;
  },
});

describe('D13.9 (1) the built-in system is named Console', () => {
  it.each(['webhooks', 'publishedInboxApps'])(
    'given %s of its former name, then they belong to Console and those of other systems stay, also when repeated',
    async (collection) => {
      const systems = ['Porchlight Console', 'Site', 'Porchlight Console 2'];
      const documents = systems.map((system, id) => ({ _id: id, accountId: 1, id, system }));
      const migration = migrations.find(({ name }) => name.endsWith(`console-${collection}`))!;
      const context = { collection: () => open(documents) } as unknown as MigrationContext;
      expect(await migration.batch(context, undefined)).toEqual({ changed: 1 });
      expect(await migration.batch(context, undefined)).toEqual({ changed: 0 });
      expect(documents.map(({ system }) => system)).toEqual(['Console', 'Site', 'Porchlight Console 2']);
    },
  );
});
