import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeKey } from '@porchlight/store';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { MongoClient } from 'mongodb';
import { scratchFolder } from '../../test/scratch-folder';
import { exportErasures, findRestored, readErasures, recordErasure } from './erasures-file';

const folder = scratchFolder();
let server: TestDatabase;
let client: MongoClient;
/** A stored document of these tests. */
interface Stored {
  readonly _id: number;
  readonly [field: string]: unknown;
}
const erasures = () => client.db('porchlight_people').collection<Stored>('erasures');
const people = () => client.db('porchlight_people').collection<Stored>('people');
const accounts = () => client.db('porchlight_auth').collection<Stored>('accounts');
const address = (): string => server.uri('');
const [before, erased, after] = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => new Date(`${day}T00:00:00Z`));

beforeAll(async () => {
  server = await startDatabase();
  client = await MongoClient.connect(address(), { retryWrites: false });
});
afterAll(async () => {
  await client?.close();
  await server?.stop();
});

describe('the list of erasures', () => {
  const path = join(folder, 'erasures.jsonl');

  it('given erased people and deleted accounts, then it has ids and times only', async () => {
    await erasures().insertOne({ _id: composeKey(3, 7), accountId: 3, personId: 7, at: erased });
    await accounts().insertMany([
      { _id: 4, created: before, status: 'Deleted', deletedAt: erased },
      { _id: 5, created: before, name: 'Acme' },
    ]);
    expect(await exportErasures(address, path)).toBe(2);
    expect(readErasures(path)).toEqual([
      { kind: 'person', account: 3, id: 7, at: '2026-03-02T00:00:00.000Z' },
      { kind: 'account', account: 4, at: '2026-03-02T00:00:00.000Z' },
    ]);
  });

  it('given a restored database, then the list keeps what the database no longer knows', async () => {
    await erasures().deleteMany({});
    await accounts().deleteMany({});
    expect(await exportErasures(address, path)).toBe(2);
  });

  it('given restored records, then those are found that existed before their erasure', async () => {
    await people().insertMany([
      { _id: composeKey(3, 7), created: before },
      { _id: composeKey(3, 8), created: after },
    ]);
    await accounts().insertOne({ _id: 4, created: before });
    const at = erased!.toISOString();
    const listed = [...readErasures(path), { kind: 'person', account: 3, id: 8, at } as const];
    const restored = await findRestored(address, [...listed, { kind: 'person', account: 3, id: 9, at }]);
    expect(restored).toEqual([
      { kind: 'person', account: 3, id: 7, at },
      { kind: 'account', account: 4, at },
    ]);
  });

  it('given a wrong line, then the problem names it', () => {
    const wrong = join(folder, 'wrong.jsonl');
    writeFileSync(wrong, '{"kind":"person","account":1,"id":1,"at":"2026-03-02T00:00:00.000Z"}\n{"kind":"person"}\n');
    expect(() => readErasures(wrong)).toThrow('line 2 is wrong');
  });
});

describe('N4 an erasure of an earlier version', () => {
  const account = 6;
  const at = erased!;
  const list = () => erasures().find({ accountId: account }).toArray();

  it('given a person who is gone, when it is recorded twice, then people has the erasure once', async () => {
    await recordErasure(address, { account, id: 1, at });
    await recordErasure(address, { account, id: 1, at: after! });
    expect(await list()).toEqual([{ _id: composeKey(account, 1), accountId: account, personId: 1, at }]);
  });

  it('given a person who exists, then it is refused and nothing is recorded', async () => {
    await people().insertOne({ _id: composeKey(account, 2), created: before });
    await expect(recordErasure(address, { account, id: 2, at })).rejects.toThrow('Person 2 of account 6 exists');
    expect((await list()).map(({ personId }) => personId)).toEqual([1]);
  });
});
