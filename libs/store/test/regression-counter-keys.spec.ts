import { LIMITS } from '@porchlight/limits';
import { eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { callBy, buildInput } from './conformance/sample-resource';
import { openTestStore, QUERY } from './conformance/test-store';
import { formatCounterId } from '../src/counts/count-keys';
import { createCounterWrites } from '../src/counts/counter-writes';
import type { CounterDocument } from '../src/counts/counter-document';
import type { Database } from '../src/database';
import { createMemoryDatabase } from '../src/memory/memory-database';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { StorageUnavailable } from '../src/storage-unavailable';

let server: TestDatabase;
beforeAll(async () => {
  server = await startDatabase();
});
afterAll(() => server.stop());

describe.each<[string, () => Promise<Database>]>([
  ['memory', async () => createMemoryDatabase()],
  ['MongoDB', () => openMongoDatabase(server.uri('counter_keys'), 'counter_keys')],
])('Counts of free texts in %s', (_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const textDocument = async (id: string): Promise<CounterDocument> => {
    const collection = database.collection<CounterDocument>('counters');
    await collection.insertMany([{ _id: id, accountId: 1, resource: 'items', n: {}, marks: {} }]);
    return (await collection.findOne({ _id: id }))!;
  };

  it('a document stops at the limit: known texts are counted on, new ones are not, zeros are deleted', async () => {
    const collection = database.collection<CounterDocument>('counters');
    const id = '1:items:#0';
    await textDocument(id);
    const applyMove = createCounterWrites(collection);
    const keys = (from: number, count: number, delta: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`color:c${from + nth}`, delta]));
    let last = 0;
    for (let from = 0; from < LIMITS.countedTexts.value; from += 250)
      await applyMove({ id, instance: 'a-1', number: (last += 1), deltas: keys(from, 250, 1) });
    await eventually(async () => expect((await collection.findOne({ _id: id }))?.overflow).toBe(true));
    const size = async (): Promise<number> => Object.keys((await collection.findOne({ _id: id }))!.n).length;
    const before = await size();
    await applyMove({
      id,
      instance: 'a-1',
      number: (last += 1),
      deltas: { 'color:new': 1, 'color:c1': 1, 'color:c2': -1 },
    });
    const { n } = (await collection.findOne({ _id: id }))!;
    expect(n['color:new']).toBeUndefined();
    expect(n['color:c1']).toBe(2);
    expect('color:c2' in n).toBe(false);
    expect(await size()).toBe(before - 1);
  });

  it('one counter document that cannot be written does not stop those of other accounts', async () => {
    const real = database.collection<CounterDocument>('counters');
    const [bad, good] = ['2:items:#1', '3:items:#1'];
    for (const id of [bad, good]) await textDocument(id);
    const updateMany: typeof real.updateMany = async (filter, update) => {
      if ((filter['_id'] as { $in: string[] }).$in.includes(bad))
        throw new StorageUnavailable(true, new Error('too large'), { answered: true });
      return real.updateMany(filter, update);
    };
    const faulty = new Proxy(real, {
      get: (target, name) => (name === 'updateMany' ? updateMany : Reflect.get(target, name).bind(target)),
    });
    const applyMove = createCounterWrites(faulty);
    const move = (id: string) => applyMove({ id, instance: 'b-1', number: 1, deltas: { 'color:red': 1 } });
    const results = await Promise.allSettled([move(bad), move(good)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect((await real.findOne({ _id: good }))?.n).toEqual({ 'color:red': 1 });
  });

  it('the total of a text that is not tracked is counted through the index', async () => {
    const account = 9;
    const test = await openTestStore({ ...database, close: async () => undefined });
    await test.items.create(callBy(account), ...buildInput({ name: 'a', color: 'blue' }));
    const _id = formatCounterId(account, 'items', 'color:green');
    await database
      .collection<CounterDocument>('counters')
      .insertMany([{ _id, accountId: account, resource: 'items', n: {}, marks: {} }]);
    await database.collection<CounterDocument>('counters').updateOne({ _id }, { $set: { overflow: true } });
    for (const name of ['b', 'c', 'd'])
      await test.items.create(callBy(account), ...buildInput({ name, color: 'green' }));
    const { records, page } = await test.items.list(callBy(account), {
      ...QUERY,
      limit: 2,
      filters: [{ name: 'color', values: ['green'] }],
    });
    expect(records).toHaveLength(2);
    expect(page.total).toBe(3);
    expect(await test.items.recount(account)).toEqual([]);
    await test.stop();
  });
});
