import { createMemoryDatabase } from '../memory/memory-database';
import type { Document } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import { createKeyedFinds } from './keyed-finds';

interface Person extends Document {
  readonly phones: readonly string[];
}

const now = new Date(1_000);
const createPerson = (id: number, ...phones: string[]): Person => ({
  _id: id,
  accountId: 1,
  id,
  created: now,
  updated: now,
  version: 1,
  phones,
});
const SHARED = Array.from({ length: 300 }, (_, at) => createPerson(at + 1, 'shared'));

let people: DocumentCollection<Person>;
let read: number[];
beforeEach(async () => {
  const collection = createMemoryDatabase().collection<Person>('people');
  await collection.insertMany([...SHARED, createPerson(301, 'own'), createPerson(302, 'shared', 'other')]);
  read = [];
  people = new Proxy(collection, {
    get: (target, name) => {
      if (name !== 'find') return Reflect.get(target, name) as unknown;
      return async (...given: Parameters<typeof target.find>) => {
        const found = await target.find(...given);
        read.push(found.length);
        return found;
      };
    },
  });
});
const ids = (found: readonly Person[]): number[] => found.map(({ id }) => id);

test('when several values are looked up at the same time, then they are one query', async () => {
  const find = createKeyedFinds(people);
  const found = await Promise.all(['own', 'other', 'none'].map((phone) => find(1, 'phones', phone, 10)));
  expect(found.map(ids)).toEqual([[301], [302], []]);
  expect(read).toEqual([2]);
});

test('given many documents with one of the values, then documents with the other values are found', async () => {
  const find = createKeyedFinds(people);
  const found = await Promise.all(['shared', 'own', 'other'].map((phone) => find(1, 'phones', phone, 10)));
  expect(found.map((one) => one.length)).toEqual([10, 1, 1]);
  expect([ids(found[1]!), ids(found[2]!)]).toEqual([[301], [302]]);
});

test('when one value is looked up many times, then it is read once', async () => {
  const find = createKeyedFinds(people);
  const found = await Promise.all(Array.from({ length: 20 }, () => find(1, 'phones', 'shared', 10)));
  expect(found.every((one) => one.length === 10)).toBe(true);
  expect(Math.max(...read)).toBe(10);
});
