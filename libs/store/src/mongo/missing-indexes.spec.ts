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

it('a start looks once and makes only the indexes that are not there as they are declared now', async () => {
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
  await collection.ensureIndexes([{ keys: { name: 1 } }, { keys: { pendingSince: 1 }, global: true }, { keys: { due: 1 } }, { keys: { at: 1 }, global: true, expireAfterSeconds: 61 }, { keys: { new: 1 } }]);
  expect(made).toEqual(['accountId,name', 'pendingSince', 'accountId,due', 'at', 'accountId,new']);
});
