import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { crashConformance } from './conformance/crash-conformance';
import type { Database } from '../src/database';
import { openMongoDatabase } from '../src/mongo/mongo-database';

let server: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  server = await startDatabase();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await server.stop();
});

describe('Crashes in MongoDB', () =>
  crashConformance(async () => {
    const database = await openMongoDatabase(server.uri('crashed'), 'crashed', { dialect: 'compatible' });
    opened.push(database);
    return database;
  }, 9));
