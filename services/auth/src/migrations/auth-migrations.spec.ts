import { column, defineDocument, inAllAccounts } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { authMigrations } from './auth-migrations';

const named = defineDocument(
  { _id: column.number, accountId: column.number, version: column.number, name: column.text, nameKey: column.text },
  [{ keys: {} }],
);

describe('D13.7 names of users, groups and teams from before more letters were folded', () => {
  it.each(['users', 'groups', 'teams'])('when %s are migrated, then their keys are folded as today', async (name) => {
    const migrations = authMigrations.filter((migration) => migration.name === `2026-12-folded-${name}`);
    const store = await openLoneStore({ service: 'auth', migrations });
    const documents = store.collection(name, named);
    await documents.insertMany([
      { _id: 2 ** 32 + 1, accountId: 1, version: 1, name: 'Łódź O’Brien', nameKey: 'łodz o’brien' },
      { _id: 2 ** 32 + 2, accountId: 1, version: 1, name: 'Ann Lee', nameKey: 'ann lee' },
    ]);
    await store.prepare();
    const migrated = await documents.find(inAllAccounts({}), { limit: 9, sort: { _id: 1 } });
    expect(migrated.map(({ nameKey }) => nameKey)).toEqual(["lodz o'brien", 'ann lee']);
    await store.stop(AbortSignal.timeout(1_000));
  });
});
