import { anything, number, optional } from '../schema/columns';
import { createMemoryDatabase } from '../memory/memory-database';
import { StorageUnavailable } from '../storage-unavailable';
import type { Document, OutboxEntry } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import { UniqueConflictError } from '../unique-conflict';
import { createBatchedUpdates, type DocumentUpdate } from './batched-updates';

interface Row extends Document {
  readonly name?: string;
  readonly code?: string;
}

const now = new Date(1_000);
const createRow = (id: number, fields: Partial<Row> = {}): Row => ({
  _id: id,
  accountId: 1,
  id,
  created: now,
  updated: now,
  version: 1,
  ...fields,
});
const entry: OutboxEntry = { eventId: 'e', change: Buffer.from('c'), instance: 'i', fold: 0 };
const renamed = (before: Row, name: string, fields: Partial<DocumentUpdate> = {}): DocumentUpdate => ({
  before,
  set: { name, version: before.version + 1 },
  entries: [],
  replacesOutbox: false,
  now,
  ...fields,
});

let collection: DocumentCollection<Row>;
let asked: string[];
let meanwhile: () => Promise<unknown>;
let writeIds: number;
beforeEach(async () => {
  const rows = createMemoryDatabase().collection<Row>('rows', {
    columns: { _id: number },
    others: optional(anything()),
    sharding: { unsharded: 'rows of a test' },
    indexes: [{ keys: { code: 1 }, unique: true, partial: { code: { $exists: true } } }],
  });
  await rows.insertMany([1, 2, 3].map((id) => createRow(id)));
  asked = [];
  writeIds = 0;
  meanwhile = async () => undefined;
  collection = new Proxy(rows, {
    get:
      (target, name: keyof typeof rows) =>
      async (...given: never[]) => {
        asked.push(name);
        const outcome = await (target[name] as (...args: never[]) => Promise<unknown>).apply(target, given);
        if (name === 'updateMany') await meanwhile();
        return outcome;
      },
  });
});
const updates = () => createBatchedUpdates(collection, () => `m${(writeIds += 1)}`);
const names = async () => (await collection.find({}, { limit: 9, sort: { _id: 1 } })).map(({ name }) => name);

test('given one update, then it is written by operators', async () => {
  expect(await updates()(renamed(createRow(1), 'one', { entries: [entry] }))).toBe(true);
  expect(asked).toEqual(['updateOne']);
  expect(await collection.findOne({ _id: 1 })).toEqual(
    createRow(1, { name: 'one', version: 2, outbox: [entry], pendingSince: now }),
  );
});

test('given several waiting updates, then they are one write, and existing outbox entries stay', async () => {
  await collection.updateOne(
    { _id: 2 },
    { $set: { outbox: [{ ...entry, eventId: 'former' }], pendingSince: new Date(1) } },
  );
  asked.length = 0;
  const update = updates();
  const wanted = [
    renamed(createRow(1), '$name', { entries: [entry] }),
    renamed(createRow(2), 'two', { entries: [entry] }),
    renamed(createRow(3), 'three'),
  ];
  expect(await Promise.all(wanted.map(update))).toEqual([true, true, true]);
  expect(asked).toEqual(['updateMany']);
  expect(await collection.find({}, { limit: 9, sort: { _id: 1 } })).toEqual([
    createRow(1, { name: '$name', version: 2, lastWrite: 'm1', outbox: [entry], pendingSince: now }),
    createRow(2, {
      name: 'two',
      version: 2,
      lastWrite: 'm2',
      outbox: [{ ...entry, eventId: 'former' }, entry],
      pendingSince: new Date(1),
    }),
    createRow(3, { name: 'three', version: 2, lastWrite: 'm3' }),
  ]);
});

test('given a document whose entries are all published, then the update replaces them', async () => {
  const published = { outbox: [{ ...entry, eventId: 'published' }], pendingSince: new Date(1) };
  await collection.updateMany({}, { $set: published });
  const update = updates();
  const replaced = (id: number) =>
    renamed(createRow(id, published), 'new', {
      entries: [entry],
      replacesOutbox: true,
      unset: id === 1 ? { code: '' } : {},
    });
  expect(await Promise.all([1, 2, 3].map((id) => update(replaced(id))))).toEqual([true, true, true]);
  const found = await collection.find({}, { limit: 9, sort: { _id: 1 } });
  expect(found.map(({ outbox, pendingSince }) => [outbox, pendingSince])).toEqual([1, 2, 3].map(() => [[entry], now]));
});

test('given a concurrent write of one document, then only its update fails', async () => {
  await collection.updateOne({ _id: 2 }, { $set: { name: 'theirs', version: 2 } });
  const update = updates();
  expect(await Promise.all([1, 2, 3].map((id) => update(renamed(createRow(id), 'ours'))))).toEqual([true, false, true]);
  expect(await names()).toEqual(['ours', 'theirs', 'ours']);
});

test('given a version whose writer cannot be determined, then the outcome is unknown', async () => {
  await collection.updateOne({ _id: 2 }, { $set: { name: 'theirs', version: 2 } });
  meanwhile = () => collection.updateOne({ _id: 3 }, { $set: { name: 'later', version: 3, lastWrite: 'theirs' } });
  const update = updates();
  const answers = await Promise.allSettled([1, 2, 3].map((id) => update(renamed(createRow(id), 'ours'))));
  expect(answers).toMatchObject([{ value: true }, { value: false }, { reason: { reason: 'UNAVAILABLE', sent: true } }]);
});

test('given one update that a unique index rejects, then the others are written', async () => {
  const update = updates();
  const coded = (id: number, code: string) =>
    update({ ...renamed(createRow(id), 'ours'), set: { name: 'ours', code, version: 2 } });
  const answers = await Promise.allSettled([coded(1, 'x'), coded(2, 'x'), coded(3, 'y')]);
  expect(answers).toMatchObject([{ value: true }, { reason: expect.any(UniqueConflictError) }, { value: true }]);
  expect(await names()).toEqual(['ours', undefined, 'ours']);
});

test('when the database becomes unavailable, then all updates fail without a further read', async () => {
  meanwhile = () => Promise.reject(new StorageUnavailable(true));
  const update = updates();
  const answers = await Promise.allSettled([1, 2].map((id) => update(renamed(createRow(id), 'ours'))));
  expect(answers).toMatchObject([{ reason: { sent: true } }, { reason: { sent: true } }]);
  expect(asked).toEqual(['updateMany']);
});

test('given an update that removes a field, then it is written by operators', async () => {
  const update = updates();
  const named = createRow(1, { name: 'one' });
  await collection.updateOne({ _id: 1 }, { $set: { name: 'one' } });
  asked.length = 0;
  await Promise.all([
    update({ ...renamed(named, ''), set: { version: 2 }, unset: { name: '' } }),
    update(renamed(createRow(2), 'two')),
  ]);
  expect(asked).toEqual(['updateOne', 'updateOne']);
  expect(await names()).toEqual([undefined, 'two', undefined]);
});
