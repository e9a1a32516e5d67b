import { eventually } from '@porchlight/testkit';
import { callBy, buildInput } from './conformance/sample-resource';
import { createFaultyDatabase } from './conformance/faulty-database';
import { createSwitchedBus, drained, openTestStore, type TestStore } from './conformance/test-store';
import { createMemoryDatabase } from '../src/memory/memory-database';
import type { Document } from '../src/contract/document';
import type { StoreOptions } from '../src/contract/store';

const call = callBy(1);

afterEach(() => jest.restoreAllMocks());

/** A store that counts the updates of its documents by clears. */
const setUp = async (publish?: StoreOptions['publish']) => {
  const updates: unknown[] = [];
  const database = createFaultyDatabase(createMemoryDatabase(), ({ name, collection }) => {
    if (name === 'updateMany' && collection === 'items') updates.push(name);
    return 'fine';
  });
  const test = await openTestStore(database, publish ? { publish } : {});
  return { test, updates };
};
const outboxOf = async ({ items }: TestStore, id: number) => {
  const document: Document | undefined = await items.load(call, id);
  return document?.outbox?.length ?? 0;
};
const rename = ({ items }: TestStore, id: number, name: string) => items.update(call, id, ...buildInput({ name }));

test('given writes of one record in short succession, then each removes the published entries of the one before', async () => {
  // The second after which entries are cleared never ends, also on a slow machine.
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  const { test, updates } = await setUp();
  const { record } = await test.items.create(call, ...buildInput({ name: '0' }));
  for (let nth = 1; nth <= 3; nth++) {
    await eventually(() => expect(test.published).toHaveLength(nth));
    await rename(test, record.id, `${nth}`);
    expect(await outboxOf(test, record.id)).toBe(1);
  }
  await drained(test);
  expect(await outboxOf(test, record.id)).toBe(0);
  expect([test.published.length, updates.length]).toEqual([4, 1]);
  await test.stop();
});

test('given an entry that is not published, then the next write keeps it', async () => {
  const bus = createSwitchedBus();
  const { test } = await setUp(bus.publish);
  const { record } = await test.items.create(call, ...buildInput({ name: '0' }));
  await rename(test, record.id, '1');
  expect(await outboxOf(test, record.id)).toBe(2);
  bus.away = false;
  await drained(test);
  expect(await outboxOf(test, record.id)).toBe(0);
  await test.stop();
});

test('given no further write, then published entries are removed after a second, tombstones at once', async () => {
  const { test, updates } = await setUp();
  const begun = performance.now();
  const { record } = await test.items.create(call, ...buildInput({ name: 'stays' }));
  const { record: removed } = await test.items.create(call, ...buildInput({ name: 'goes' }));
  await test.items.remove(call, removed.id);
  await eventually(() => expect(updates).not.toEqual([]));
  await eventually(async () => expect(await outboxOf(test, record.id)).toBe(0));
  expect(performance.now() - begun).toBeGreaterThan(1_000);
  await test.stop();
});
