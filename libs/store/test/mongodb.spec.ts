import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { collectionConformance } from '../src/conformance/collection-conformance';
import { storeConformance } from '../src/conformance/store-conformance';
import type { Database } from '../src/database';
import { openMongoDatabase } from '../src/mongo/mongo-database';

let server: TestDatabase;
const opened: Database[] = [];
const openHarness = async () => ({
  open: async () => {
    const database = await openMongoDatabase(server.uri('store_test'), 'store_test');
    opened.push(database);
    return database;
  },
});

beforeAll(async () => {
  server = await startDatabase();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await server.stop();
});

describe('Collections in MongoDB', () => collectionConformance(openHarness));
describe('Stores in MongoDB', () => storeConformance(openHarness));
