import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { collectionConformance } from './conformance/collection-conformance';
import { forgetConformance } from './conformance/forget-conformance';
import { hookConformance } from './conformance/hook-conformance';
import { lockConformance } from './conformance/lock-conformance';
import { rulesConformance } from './conformance/rules-conformance';
import { sortConformance } from './conformance/sort-conformance';
import { storeConformance } from './conformance/store-conformance';
import { openLoneStore } from './open-lone-store';
import type { Database } from '../src/database';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import type { DialectName } from '../src/mongo/portable/dialect';

let server: TestDatabase;
const opened: Database[] = [];
/** Commands by whether they name their accounts. */
const commands = {
  mongodb: { named: 0, all: 0, missing: new Set<string>() },
  compatible: { named: 0, all: 0, missing: new Set<string>() },
  embedded: { named: 0, all: 0, missing: new Set<string>() },
};
const open = async (name: string, dialect: DialectName = 'compatible'): Promise<Database> => {
  const database = await openMongoDatabase(server.uri(name), name, {
    dialect,
    onCommand: (accounts, command, collection) => {
      if (accounts === 'missing') commands[dialect].missing.add(`${collection}: ${command}`);
      else commands[dialect][accounts] += 1;
    },
  });
  opened.push(database);
  return database;
};
const openHarness = async () => ({ open: () => open('store_test') });

beforeAll(async () => {
  server = await startDatabase();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await server.stop();
});

describe('Collections in MongoDB', () => collectionConformance(openHarness));
describe('Stores in MongoDB', () => storeConformance(openHarness));
describe('Sorts in MongoDB', () => sortConformance(openHarness));
describe('Hooks in MongoDB', () => hookConformance(openHarness));
describe('Declared rules in MongoDB', () => rulesConformance(openHarness));
describe('Locks in MongoDB', () => lockConformance(openHarness));
describe('Forgetting in MongoDB', () => forgetConformance(openHarness));

const openMongodbDialect = async () => ({ open: () => open('store_test_mongodb', 'mongodb') });
describe('Collections with the dialect mongodb', () => collectionConformance(openMongodbDialect));
describe('Stores with the dialect mongodb', () => storeConformance(openMongodbDialect));
describe('Sorts with the dialect mongodb', () => sortConformance(openMongodbDialect));

const openEmbeddedDialect = async () => ({ open: () => open('store_test_embedded', 'embedded') });
describe('Stores with the dialect embedded', () => storeConformance(openEmbeddedDialect));
describe('Sorts with the dialect embedded', () => sortConformance(openEmbeddedDialect));

test.each(['mongodb', 'compatible', 'embedded'] as const)(
  'given all commands that the dialect %s has sent, then each names its accounts or searches all on purpose',
  (dialect) => {
    const { named, missing } = commands[dialect];
    expect(named).toBeGreaterThan(500);
    expect([...missing]).toEqual([]);
  },
);

test('given a command on a collection that is not declared, then closing the store that checks shard keys fails', async () => {
  const store = await openLoneStore({ service: 'unchecked', uri: server.uri('unchecked'), checksShardKeys: true });
  await store.collection('undeclared').find({ _id: 1 }, { limit: 1 });
  await expect(store.stop(AbortSignal.timeout(5_000))).rejects.toThrow('undeclared: find');
});
