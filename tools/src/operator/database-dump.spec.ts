import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { Binary, Double, Int32, Long, MongoClient } from 'mongodb';
import { scratchFolder } from '../../test/scratch-folder';
import { dumpDatabase, restoreDatabase } from './database-dump';

let server: TestDatabase;
let client: MongoClient;
const folder = scratchFolder();
beforeAll(async () => {
  server = await startDatabase();
  client = await MongoClient.connect(server.uri('dumped'));
});
afterAll(async () => {
  await client?.close();
  await server?.stop();
});

it('a restored database has the same documents and indexes; a database that is not empty is refused', async () => {
  const from = client.db('dumped');
  const documents = Array.from({ length: 1_203 }, (_, n) => ({
    _id: n,
    at: new Date(n),
    bytes: new Binary(Buffer.from([n % 256, 0, 255])),
    long: Long.fromNumber(2 ** 40 + n),
    whole: new Int32(n),
    broken: new Double(1),
    nested: { list: [null, 'ü', { n }] },
  }));
  await from.collection<{ _id: number }>('things').insertMany(documents);
  await from.collection('things').createIndex({ at: 1 }, { expireAfterSeconds: 3_000_000_000 % 2_147_483_647 });
  await from.collection('things').createIndex({ whole: 1 }, { unique: true });
  await from.collection<{ _id: string }>('leases').insertOne({ _id: 'held' });
  expect(await dumpDatabase(from, folder)).toEqual({ things: 1_203 });

  const to = client.db('restored');
  expect(await restoreDatabase(to, folder)).toEqual({ things: 1_203 });
  const raw = async (database: typeof from) =>
    (
      await database
        .collection('things')
        .find({}, { raw: true, sort: { _id: 1 } })
        .toArray()
    ).map((bytes) => Buffer.from(bytes as unknown as Uint8Array).toString('hex'));
  expect(await raw(to)).toEqual(await raw(from));
  const indexes = async (database: typeof from) =>
    (await database.collection('things').indexes()).map(({ key, unique, expireAfterSeconds }) => ({
      key,
      unique,
      expireAfterSeconds,
    }));
  expect(await indexes(to)).toEqual(await indexes(from));

  await expect(restoreDatabase(to, folder)).rejects.toThrow('is not empty');
  truncateSync(join(folder, 'things.bson'), 1_000);
  await expect(restoreDatabase(client.db('torn'), folder)).rejects.toThrow('damaged');
});
