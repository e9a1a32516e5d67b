import { sleep } from '@porchlight/runtime';
import { createFaultyDatabase } from '../../test/conformance/faulty-database';
import { createMemoryDatabase } from '../memory/memory-database';
import { createSequences } from './sequences';

const setUp = () => {
  const clock = { at: 0, now: () => clock.at };
  let operations = 0;
  const database = createFaultyDatabase(createMemoryDatabase(), () => {
    operations += 1;
    return 'fine';
  });
  return { clock, database, sequences: createSequences(database, clock), operations: () => operations };
};

test('ids ascend from 1 per account and resource across processes', async () => {
  const { sequences, database, clock } = setUp();
  const other = createSequences(database, clock);
  expect(await sequences.next(1, 'people')).toBe(1);
  expect(await other.next(1, 'people')).toBe(2);
  expect(await sequences.next(1, 'stages')).toBe(1);
  expect(await sequences.next(2, 'people')).toBe(1);
  expect(await sequences.newest(1, 'people')).toBe(2);
  expect(await sequences.newest(3, 'people')).toBe(0);
});

test('concurrent requests take one operation, and no id is given twice', async () => {
  const { sequences, operations } = setUp();
  await sequences.next(1, 'people');
  const before = operations();
  const ids = await Promise.all(Array.from({ length: 100 }, () => sequences.next(1, 'people')));
  expect(operations() - before).toBe(1);
  expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
  const more = await Promise.all(Array.from({ length: 150 }, () => sequences.next(1, 'people')));
  expect(new Set([...ids, ...more]).size).toBe(250);
});

test('given one caller that calls again within 200 ms, then it takes ids ahead; a later call does not', async () => {
  const { sequences, operations, clock } = setUp();
  const takeOne = async (): Promise<number> => {
    const before = operations();
    await sequences.next(1, 'people');
    return operations() - before;
  };
  await takeOne();
  expect([await takeOne(), await takeOne(), await takeOne(), await takeOne()]).toEqual([1, 0, 0, 1]);
  clock.at = 1_000;
  const id = await sequences.next(1, 'people');
  clock.at = 2_000;
  const other = await sequences.next(1, 'people');
  expect(other).toBeGreaterThan(id);
});

test('ids taken ahead expire, so that newer records have higher ids', async () => {
  const { sequences, database, clock } = setUp();
  await Promise.all(Array.from({ length: 10 }, () => sequences.next(1, 'people')));
  expect(await sequences.next(1, 'people')).toBe(11);
  const other = createSequences(database, clock);
  const theirs = await other.next(1, 'people');
  clock.at = 1_000;
  expect(await sequences.next(1, 'people')).toBeGreaterThan(theirs);
});

test('a given id moves the sequence forward, never back', async () => {
  const { sequences } = setUp();
  await sequences.reserve(1, 'people', 40);
  expect(await sequences.next(1, 'people')).toBe(41);
  await sequences.reserve(1, 'people', 7);
  expect(await sequences.next(1, 'people')).toBe(42);
});

test('an id that is requested while unused ids are returned follows the used ones', async () => {
  const { database, clock } = setUp();
  const slow: typeof database = {
    ...database,
    collection: (name, schema) => {
      const collection = database.collection(name, schema);
      const updateOne: typeof collection.updateOne = async (...given) => {
        await sleep(50);
        return collection.updateOne(...given);
      };
      return new Proxy(collection, {
        get: (target, property) => (property === 'updateOne' ? updateOne : (Reflect.get(target, property) as unknown)),
      });
    },
  };
  const sequences = createSequences(slow, clock, 10);
  await Promise.all([sequences.next(1, 'people'), sequences.next(1, 'people')]);
  clock.at += 100;
  await sleep(30);
  expect(await sequences.next(1, 'people')).toBe(3);
});

test('expired unused ids are returned, unless later ones were taken', async () => {
  const { database, clock } = setUp();
  const sequences = createSequences(database, clock, 10);
  const busy = (): Promise<number[]> => Promise.all(Array.from({ length: 10 }, () => sequences.next(1, 'people')));
  const over = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));
  await busy();
  expect(await sequences.newest(1, 'people')).toBe(20);
  await over();
  expect(await sequences.newest(1, 'people')).toBe(10);
  clock.at += 100;
  await busy();
  const other = await createSequences(database, clock).next(1, 'people');
  await over();
  expect(await sequences.newest(1, 'people')).toBe(other);
  clock.at += 100;
  expect(await sequences.next(1, 'people')).toBe(other + 1);
});
