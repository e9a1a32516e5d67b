import type { CounterDocument } from '../counts/counter-document';
import { encodeFieldName, formatCounterId } from '../counts/count-keys';
import { createMemoryDatabase } from '../memory/memory-database';
import { renameCounts } from './rename-counts';

const logger = { warn: () => undefined };
const migration = renameCounts('tags', 'people', { from: 'tag:', to: (tag) => `tagKey:${tag.toLowerCase()}` });

const open = async (counts: Record<string, number>, more: Partial<CounterDocument> = {}) => {
  const database = createMemoryDatabase();
  const counters = database.collection<CounterDocument>('counters');
  const documents = new Map<string, CounterDocument>();
  for (const [key, count] of Object.entries(counts)) {
    const _id = formatCounterId(1, 'people', key);
    const document = documents.get(_id) ?? {
      _id,
      accountId: 1,
      resource: 'people',
      n: {},
      marks: { other: 3 },
      ...more,
    };
    document.n[encodeFieldName(key)] = count;
    documents.set(_id, document);
  }
  await counters.insertMany([...documents.values()]);
  const run = () =>
    migration.batch(
      { collection: (name) => database.collection(name), signal: new AbortController().signal, logger },
      undefined,
    );
  const read = async () => {
    const found = await counters.find({ accountId: 1, resource: 'people' }, { limit: 100 });
    return Object.fromEntries(found.flatMap(({ n }) => Object.entries(n)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return { counters, run, read };
};

it('given counts of tags in several spellings, they are added up under the new name, and others stay', async () => {
  const { run, read } = await open({
    'tag:VIP': 3,
    'tag:vip': 2,
    'tag:Buyer': 1,
    'tag:7': 4,
    'source:Zillow': 9,
    total: 5,
  });
  await run();
  const expected = { 'source:Zillow': 9, 'tagKey:7': 4, 'tagKey:buyer': 1, 'tagKey:vip': 5, total: 5 };
  expect(await read()).toEqual(expected);
  await run();
  expect(await read()).toEqual(expected);
});

it('given a migration that ended after the new counts were stored, when it is repeated, then they are not counted twice', async () => {
  const { run, read, counters } = await open({ 'tag:VIP': 3, 'tag:vip': 2 });
  const before = await counters.find({ accountId: 1 }, { limit: 10 });
  await run();
  // The removal of one former count was lost.
  const former = before.find(({ n }) => 'tag:VIP' in n);
  await counters.updateOne({ _id: former?._id ?? '' }, { $set: { 'n.tag:VIP': 3 } });
  await run();
  expect(await read()).toEqual({ 'tagKey:vip': 5 });
});

it('given an account with too many texts to count, its tags are counted through an index', async () => {
  const { run, read, counters } = await open({ 'tag:VIP': 3 }, { overflow: true });
  await run();
  expect(await read()).toEqual({});
  expect(await counters.count({ accountId: 1, overflow: true })).toBe(1);
});
