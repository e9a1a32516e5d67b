import { captureLogger } from '@porchlight/testkit';
import { StorageUnavailable } from '../storage-unavailable';
import { MongoCollection } from './mongo-collection';

/** A collection that knows some indexes and writes down which it is asked to make. */
const collectionWith = (...known: object[]) => {
  const made: string[] = [];
  let looks = 0;
  const native = {
    collectionName: 'things',
    indexes: async () => {
      looks += 1;
      return known;
    },
    createIndex: async (keys: object) => void made.push(Object.keys(keys).join()),
  };
  return { collection: new MongoCollection(native as never), made, looks: () => looks };
};

it('a start reads the indexes once and creates only those that are missing or declared differently', async () => {
  const there = [
    { key: { _id: 1 } },
    { key: { accountId: 1, name: 1 }, unique: true },
    { key: { pendingSince: 1 }, sparse: true },
    { key: { accountId: 1, due: 1 }, partialFilterExpression: { due: { $exists: true } } },
    { key: { at: 1 }, expireAfterSeconds: 60 },
  ];
  const { collection, made, looks } = collectionWith(...there);
  await collection.ensureIndexes([
    { keys: { name: 1 }, unique: true },
    { keys: { pendingSince: 1 }, sparse: true, global: true },
    { keys: { due: 1 }, partial: { due: { $exists: true } } },
    { keys: { at: 1 }, global: true, expireAfterSeconds: 60 },
  ]);
  expect({ made, looks: looks() }).toEqual({ made: [], looks: 1 });
  await collection.ensureIndexes([
    { keys: { name: 1 } },
    { keys: { pendingSince: 1 }, global: true },
    { keys: { due: 1 } },
    { keys: { at: 1 }, global: true, expireAfterSeconds: 61 },
    { keys: { new: 1 } },
  ]);
  expect(made).toEqual(['accountId,name', 'pendingSince', 'accountId,due', 'at', 'accountId,new']);
});

it('given a build that outlives a call, the log states its start, its progress and its end', async () => {
  const { logger, lines } = captureLogger();
  let calls = 0;
  const createIndex = async (): Promise<void> => {
    if ((calls += 1) < 3) throw new StorageUnavailable(true);
  };
  const native = { collectionName: 'things', indexes: async () => [], createIndex };
  await new MongoCollection(native as never, 'apply', undefined, logger).ensureIndexes([{ keys: { name: 1 } }]);
  const events = ['index.build_started', 'index.building', 'index.building', 'index.built'];
  expect(lines.map(({ event }) => event)).toEqual(events);
  for (const line of lines)
    expect(line).toMatchObject({ collection: 'things', index: 'accountId_1_name_1', elapsedMs: expect.any(Number) });
});
