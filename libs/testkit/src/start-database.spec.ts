import { MongoClient } from 'mongodb';
import { startDatabase, withDatabaseName, type TestDatabase } from './start-database';

describe('startDatabase', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startDatabase();
  });
  afterAll(() => database.stop());

  const withClient = async <T>(use: (client: MongoClient) => Promise<T>): Promise<T> => {
    const client = new MongoClient(database.uri(`porchlight_testkit_${process.pid}`), {
      serverSelectionTimeoutMS: 15_000,
    });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  };

  it('stores documents in the database that the address names', async () => {
    await withClient(async (client) => {
      await client.db().collection<{ _id: number }>('leads').insertOne({ _id: 1 });
      expect(client.db().databaseName).toBe(`porchlight_testkit_${process.pid}`);
      expect(await client.db().collection('leads').find({}).toArray()).toEqual([{ _id: 1 }]);
      await client.db().dropDatabase();
    });
  });

  it('given kill -9, then no acknowledged write is lost', async () => {
    if (!database.owned) return expect(database.kill9()).rejects.toThrow('not ours');
    await withClient((client) => client.db().collection<{ _id: number }>('kept').insertOne({ _id: 7 }));
    const { pid } = database;
    await database.kill9();
    expect(() => process.kill(pid as number, 0)).toThrow('ESRCH');
    await database.restart();
    expect(await withClient((client) => client.db().collection('kept').find({}).toArray())).toEqual([{ _id: 7 }]);
  });
});

it.each([
  ['mongodb://h:1', 'mongodb://h:1/people'],
  ['mongodb://h:1/', 'mongodb://h:1/people'],
  ['mongodb://h:1/old?replicaSet=r&w=1', 'mongodb://h:1/people?replicaSet=r&w=1'],
  ['mongodb://u:p%40ss@h:1,i:2/?replicaSet=r', 'mongodb://u:p%40ss@h:1,i:2/people?replicaSet=r'],
  ['mongodb+srv://h.example?w=1', 'mongodb+srv://h.example/people?w=1'],
])('puts the database name into %s', (uri, expected) => {
  expect(withDatabaseName(uri, 'people')).toBe(expected);
});
