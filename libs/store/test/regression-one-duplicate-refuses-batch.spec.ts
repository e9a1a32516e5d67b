import mongoose from 'mongoose';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { MongoCollection } from '../src/mongo/mongo-collection';

interface Sample {
  _id: number;
  accountId: number;
  code: string;
}

const { MongoClient, MongoServerError } = mongoose.mongo;
const document = (id: number, code = `c${id}`): Sample => ({ _id: id, accountId: 1, code });

let server: TestDatabase;
let client: InstanceType<typeof MongoClient>;
beforeAll(async () => {
  server = await startDatabase();
  client = await new MongoClient(server.uri('batches')).connect();
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

const open = async (name: string, change: object = {}) => {
  const native = client.db('batches').collection<Sample>(name);
  // The server's own collection, except for what the test changes.
  const collection = new MongoCollection<Sample>(Object.assign(Object.create(native), change) as never);
  await native.createIndex({ accountId: 1, code: 1 }, { unique: true });
  return { native, collection };
};
const storedIds = async (native: { find(filter: object): { toArray(): Promise<Sample[]> } }): Promise<number[]> =>
  (await native.find({}).toArray()).map(({ _id }) => _id).sort((a, b) => a - b);

it('given one duplicate in a batch, only that document is a conflict and all others are stored', async () => {
  const { native, collection } = await open('named');
  await collection.insertOne(document(1, 'taken'));
  const batch = [document(2), document(3, 'taken'), document(4), document(5)];
  expect(await collection.insertMany(batch)).toEqual([3]);
  expect(await storedIds(native)).toEqual([1, 2, 4, 5]);
});

it('given a server that refuses a batch without naming the duplicate, each document gets its own result', async () => {
  const unnamed = new MongoServerError({ code: 11_000, message: 'E11000' });
  let inserted: Promise<unknown> | undefined;
  const { native, collection } = await open('unnamed', {
    // A part of the batch is stored before the server responds with the error.
    insertMany: async (documents: Sample[]) => {
      inserted = native.insertOne(documents[0]!);
      await inserted;
      throw unnamed;
    },
  });
  await native.insertOne(document(1, 'taken'));
  expect(await collection.insertMany([document(2), document(3, 'taken'), document(4)])).toEqual([3]);
  expect(await storedIds(native)).toEqual([1, 2, 4]);
});
