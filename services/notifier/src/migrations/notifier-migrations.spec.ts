import type { MigrationContext } from '@porchlight/store';
import { migrations } from './notifier-migrations';

type Stored = { _id: number; accountId: number; id: number; system: string; review?: string };

/** The documents of a collection, read at once and updated one by one. */
const open = (documents: Stored[]) => ({
  find: async () => documents,
  bulkUpdate: async (operations: { filter: Stored; update: { $set: Partial<Stored> } }[]) => {
    for (const { filter, update } of operations)
      Object.assign(
        documents.find(({ id }) => id === filter.id)!,
        update.$set,
      );
    return operations.length;
  },
});

describe('D13.9 (2) apps that were published before the review', () => {
  it('given apps without a decision, then they are approved and others stay, also when repeated', async () => {
    const reviews = [undefined, 'Rejected', 'Approved', 'Pending'];
    const documents = reviews.map((review, id) => ({
      ...{ _id: id, accountId: 1, id, system: '' },
      ...(review !== undefined && { review }),
    }));
    const migration = migrations.find(({ name }) => name.endsWith('approved-apps'))!;
    const context = { collection: () => open(documents) } as unknown as MigrationContext;
    expect(await migration.batch(context, undefined)).toEqual({ changed: 1 });
    expect(await migration.batch(context, undefined)).toEqual({ changed: 0 });
    expect(documents.map(({ review }) => review)).toEqual(['Approved', 'Rejected', 'Approved', 'Pending']);
  });
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
