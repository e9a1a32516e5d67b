import { createMemoryDatabase } from '../memory/memory-database';
import type { DocumentCollection } from '../contract/document-collection';
import { replaceNewer } from './replace-newer';

interface Copy {
  readonly _id: string;
  readonly name: string;
  readonly version?: number;
  readonly seen?: string;
}

let collection: DocumentCollection<Copy>;
beforeEach(() => {
  collection = createMemoryDatabase().collection<Copy>('copies');
});
const findCopies = () => collection.find({}, { limit: 200, sort: { _id: 1 } });

test('absent copies are inserted, older ones replaced without a field of the former one, newer ones stay; of several the newest is used', async () => {
  await collection.insertMany([
    { _id: 'a', name: 'old', version: 1, seen: 'x' },
    { _id: 'b', name: 'new', version: 5 },
    { _id: 'c', name: 'unversioned' },
  ]);
  const copies = [
    { _id: 'a', name: '$name', version: 2 },
    { _id: 'b', name: 'late', version: 4 },
    { _id: 'c', name: 'versioned', version: 1 },
    { _id: 'd', name: 'third', version: 3 },
    { _id: 'd', name: 'second', version: 2 },
    { _id: 'e', name: 'born', version: 1 },
  ];
  await replaceNewer(collection, copies);
  const after = [
    { _id: 'a', name: '$name', version: 2 },
    { _id: 'b', name: 'new', version: 5 },
    { _id: 'c', name: 'versioned', version: 1 },
    { _id: 'd', name: 'third', version: 3 },
    { _id: 'e', name: 'born', version: 1 },
  ];
  expect(await findCopies()).toEqual(after);
  await replaceNewer(collection, copies);
  expect(await findCopies()).toEqual(after);
});

test('given a rebuild, then copies of the same version are replaced too', async () => {
  await collection.insertMany([
    { _id: 'a', name: 'wrong', version: 2 },
    { _id: 'b', name: 'newer', version: 3 },
  ]);
  const copies = [
    { _id: 'a', name: 'right', version: 2 },
    { _id: 'b', name: 'older', version: 2 },
  ];
  await replaceNewer(collection, copies);
  expect((await findCopies()).map(({ name }) => name)).toEqual(['wrong', 'newer']);
  await replaceNewer(collection, copies, { again: true });
  expect((await findCopies()).map(({ name }) => name)).toEqual(['right', 'newer']);
});

test('fields of this service are computed from the copy that is replaced', async () => {
  await collection.insertMany([{ _id: 'a', name: 'was', version: 1 }]);
  await replaceNewer(
    collection,
    [
      { _id: 'a', name: 'is', version: 2 },
      { _id: 'b', name: 'other', version: 2 },
    ],
    {
      own: { reads: ['name'], compute: (before) => (before ? { seen: before.name } : {}) },
    },
  );
  expect(await findCopies()).toEqual([
    { _id: 'a', name: 'is', version: 2, seen: 'was' },
    { _id: 'b', name: 'other', version: 2 },
  ]);
});

test('given a concurrent write of another replica, then the newer copy stays', async () => {
  let rivals = 1;
  const raced = new Proxy(collection, {
    get:
      (target, name: keyof typeof collection) =>
      async (...given: never[]) => {
        const answer = await (target[name] as (...args: never[]) => Promise<unknown>).apply(target, given);
        // Between the read and the write that depends on it.
        if (name === 'find' && rivals-- > 0)
          await target.insertMany([
            { _id: 'a', name: 'theirs', version: 2 },
            { _id: 'b', name: 'theirs', version: 4 },
          ]);
        return answer;
      },
  });
  await replaceNewer(raced, [
    { _id: 'a', name: 'ours', version: 3 },
    { _id: 'b', name: 'ours', version: 3 },
  ]);
  expect((await findCopies()).map(({ name }) => name)).toEqual(['ours', 'theirs']);
});

test('several copies are replaced, each by its own successor', async () => {
  const all = Array.from({ length: 120 }, (_, n) => String(n).padStart(3, '0'));
  await replaceNewer(
    collection,
    all.map((_id) => ({ _id, name: `first ${_id}`, version: 1 })),
  );
  await replaceNewer(
    collection,
    all.map((_id) => ({ _id, name: `second ${_id}`, version: 2 })),
  );
  expect((await findCopies()).map(({ name }) => name)).toEqual(all.map((_id) => `second ${_id}`));
});
