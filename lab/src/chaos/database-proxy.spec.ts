import { MongoClient } from 'mongodb';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { DISK_FULL, READ_ONLY, startDatabaseProxy, type DatabaseProxy } from './database-proxy';

describe('a proxy in front of the database', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let client: MongoClient;

  beforeAll(async () => {
    database = await startDatabase();
    const uri = new URL(database.uri('porchlight_proxy'));
    const port = Number(uri.port);
    proxy = await startDatabaseProxy(() => port);
    uri.port = String(proxy.port);
    client = new MongoClient(uri.href);
  });

  afterAll(async () => {
    await client.close();
    await proxy.stop();
    await database.stop();
  });

  it.each([DISK_FULL, READ_ONLY])('given $codeName, refuses only writes until it is reset', async (error) => {
    const things = client.db('porchlight_proxy').collection<{ n: number }>('things');
    await things.deleteMany({});
    await things.insertOne({ n: 1 });
    const refusedBefore = proxy.refused;
    proxy.refuseWrites(error);
    await expect(things.insertOne({ n: 2 })).rejects.toMatchObject({ code: error.code });
    await expect(things.updateOne({ n: 1 }, { $set: { n: 3 } })).rejects.toMatchObject({ code: error.code });
    await expect(things.countDocuments({ n: 1 })).resolves.toBe(1);
    proxy.refuseWrites(undefined);
    await things.insertOne({ n: 4 });
    await expect(things.countDocuments()).resolves.toBe(2);
    expect(proxy.refused - refusedBefore).toBe(2);
  });
});
