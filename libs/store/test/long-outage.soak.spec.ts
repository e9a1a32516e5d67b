import { Change } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { HOUR_MS, MINUTE_MS } from '@porchlight/runtime';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { createFaultyDatabase, type Fate, type Operation } from './conformance/faulty-database';
import { callBy, buildInput, type Item, type ItemDocument } from './conformance/sample-resource';
import { createSwitchedBus, createTestClock, drained, openTestStore, relayAll } from './conformance/test-store';
import type { Database } from '../src/database';
import { composeKey } from '../src/document-key';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { createOutboxPublisher } from '../src/outbox/outbox-publisher';
import type { PendingChange } from '../src/contract/document';

const UNPUBLISHED = LIMITS.unpublishedChanges.value;
let server: TestDatabase;
let account = 1;
beforeAll(async () => {
  server = await startDatabase();
});
afterAll(() => server.stop());
beforeEach(() => {
  account += 1;
});

const open = (name: string): Promise<Database> => openMongoDatabase(server.uri(name), name);
const versions = (published: readonly PendingChange[], id: number): Array<number | undefined> =>
  published
    .map(({ value }) => Change.decode(value))
    .filter(({ ids }) => ids[0] === id)
    .map(({ record }) => (JSON.parse(record.toString()) as Item).version);

it('Kafka away for a day: every acknowledged write is published, each record in its order', async () => {
  const clock = createTestClock();
  const bus = createSwitchedBus();
  const first = await openTestStore(await open('day'), { publish: bus.publish, clock });
  const ids: number[] = [];
  for (let nth = 0; nth < 20; nth += 1)
    ids.push((await first.items.create(callBy(account), ...buildInput({ name: 'v1' }))).record.id);
  for (let hour = 0; hour < 24; hour += 1) {
    clock.advance(HOUR_MS);
    await Promise.all(
      ids.map((id) => first.items.update(callBy(account), id, ...buildInput({ name: `hour ${hour}` }))),
    );
  }
  // The process that wrote half of it ends; another one finds everything in the database.
  await first.store.stop(AbortSignal.timeout(100));
  const second = await openTestStore(await open('day'), { publish: bus.publish, clock });
  clock.advance(MINUTE_MS);
  await expect(second.store.relay.run()).rejects.toThrow();
  bus.away = false;
  await relayAll(second, clock);
  await second.items.update(callBy(account), ids[0]!, ...buildInput({ name: 'after' }));
  await drained(second);
  const expected = Array.from({ length: 25 }, (_, nth) => nth + 1);
  expect(versions(bus.published, ids[0]!)).toEqual([...expected, 26]);
  for (const id of ids.slice(1)) expect(versions(bus.published, id)).toEqual(expected);
  await second.stop();
}, 60_000);

it('a record with too many unpublished changes refuses further writes with 503 and loses none', async () => {
  const bus = createSwitchedBus();
  const test = await openTestStore(await open('many'), { publish: bus.publish });
  const { record } = await test.items.create(callBy(account), ...buildInput({ name: 'v' }));
  let accepted = 1;
  const write = async (nth: number): Promise<void> => {
    await test.items.update(callBy(account), record.id, ...buildInput({ name: `n${nth}` }));
    accepted += 1;
  };
  for (let nth = 1; nth < UNPUBLISHED; nth += 1) await write(nth);
  await expect(write(UNPUBLISHED)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await expect(test.items.remove(callBy(account), record.id)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  bus.away = false;
  await drained(test);
  expect(versions(bus.published, record.id)).toEqual(Array.from({ length: accepted }, (_, nth) => nth + 1));
  await write(UNPUBLISHED + 1);
  await drained(test);
  await test.stop();
}, 60_000);

it('changes beyond the memory of the publisher are left to the relay, and later ones of the same record follow them', async () => {
  const sent: string[] = [];
  const publisher = createOutboxPublisher({
    send: async (changes) => {
      sent.push(...changes.map(({ eventId }) => eventId));
      return { handled: changes.length };
    },
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined },
    mostBytes: 100,
  });
  const item = (eventId: string, size: number) => ({
    _id: 1,
    eventId,
    tombstone: false,
    ticket: undefined,
    clear: async () => undefined,
    change: { accountId: 1, eventId, type: 't', occurred: new Date(0), value: Buffer.alloc(size) },
  });
  publisher.add([item('a', 80)]);
  publisher.add([item('b', 80)], [{ eventId: 'a' }]);
  expect(publisher.behind()).toBe(true);
  await publisher.drain(AbortSignal.timeout(5_000));
  publisher.add([item('c', 10)], [{ eventId: 'b' }]);
  publisher.add([item('d', 10)]);
  await publisher.drain(AbortSignal.timeout(5_000));
  expect(sent).toEqual(['a', 'd']);
});

it('a database that refuses writes for ten minutes: writes get 503, no acknowledged write is lost', async () => {
  const clock = createTestClock();
  let full = false;
  const isWrite = ({ name }: Operation): boolean => /^(insert|update|bulk|replace|delete|findOneAnd)/.test(name);
  const database = createFaultyDatabase(await open('full'), (operation): Fate =>
    full && isWrite(operation) ? 'away' : 'fine',
  );
  const test = await openTestStore(database, { clock });
  const acknowledged: number[] = [];
  const create = async (): Promise<void> =>
    void acknowledged.push(
      (await test.items.create(callBy(account), ...buildInput({ name: 'x', color: 'red' }))).record.id,
    );
  for (let nth = 0; nth < 5; nth += 1) await create();
  full = true;
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(MINUTE_MS);
    await expect(create()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    await expect(test.items.update(callBy(account), 1, ...buildInput({ name: `m${minute}` }))).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
    });
    expect((await test.items.get(callBy(account), 1)).name).toBe('x');
  }
  full = false;
  for (let nth = 0; nth < 5; nth += 1) await create();
  await relayAll(test, clock);
  await drained(test);
  const created = test.published
    .map(({ value }) => Change.decode(value))
    .filter(({ accountId, verb }) => accountId === account && verb === 'created');
  expect(new Set(created.flatMap(({ ids }) => ids))).toEqual(new Set(acknowledged));
  expect(await test.items.recount(account)).toEqual([]);
  await test.stop();
}, 60_000);

it.each([HOUR_MS, -HOUR_MS])(
  'a clock that jumps by %i ms while changes wait loses nothing and publishes them',
  async (jump) => {
    const clock = createTestClock();
    const bus = createSwitchedBus();
    const test = await openTestStore(await open(`jump${jump > 0}`), { publish: bus.publish, clock });
    const { record } = await test.items.create(callBy(account), ...buildInput({ name: 'before', color: 'red' }));
    clock.advance(jump);
    await test.items.update(callBy(account), record.id, ...buildInput({ name: 'after' }));
    await test.items.create(callBy(account), ...buildInput({ name: 'new', color: 'red' }));
    bus.away = false;
    await drained(test);
    expect(versions(bus.published, record.id)).toEqual([1, 2]);
    expect(await test.items.recount(account)).toEqual([]);
    expect(await test.database.collection<ItemDocument>('items').count({ pendingSince: { $gte: new Date(0) } })).toBe(
      0,
    );
    await test.stop();
  },
);

it('an update whose response was lost is published at once and before the next one', async () => {
  let lose = false;
  const fate = ({ collection, name }: Operation): Fate => {
    if (!lose || collection !== 'items' || !name.startsWith('update')) return 'fine';
    lose = false;
    return 'lost';
  };
  const test = await openTestStore(createFaultyDatabase(await open('lost'), fate));
  const { record } = await test.items.create(callBy(account), ...buildInput({ name: 'v1' }));
  await drained(test);
  lose = true;
  // The outcome is looked up: the caller gets the result of the write.
  expect((await test.items.update(callBy(account), record.id, ...buildInput({ name: 'v2' }))).record.version).toBe(2);
  await test.items.update(callBy(account), record.id, ...buildInput({ name: 'v3' }));
  await drained(test);
  expect(versions(test.published, record.id)).toEqual([1, 2, 3]);
  await test.stop();
});

it('an update without counts whose outcome stays unknown is published by the relay within seconds', async () => {
  const clock = createTestClock();
  let lost = false;
  const fate = ({ collection, name }: Operation): Fate => {
    if (collection !== 'items' || !lost) return 'fine';
    return name.startsWith('update') ? 'lost' : name.startsWith('find') ? 'away' : 'fine';
  };
  const test = await openTestStore(createFaultyDatabase(await open('unknown'), fate), { clock });
  const { record } = await test.items.create(callBy(account), ...buildInput({ name: 'v1' }));
  await drained(test);
  const known = (await test.items.load(callBy(account), record.id))!;
  lost = true;
  await expect(
    test.items.modify(callBy(account), record.id, (before) => ({ ...before, name: 'v2' }), { document: known }),
  ).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  lost = false;
  expect(
    (await test.database.collection<ItemDocument>('items').findOne({ _id: composeKey(account, record.id) }))?.outbox,
  ).toHaveLength(1);
  // The heartbeat of the new epoch is written at once.
  await new Promise((resolve) => setTimeout(resolve, 100));
  clock.advance(3_000);
  expect(await test.store.relay.run()).toBe(1);
  expect(versions(test.published, record.id)).toEqual([1, 2]);
  await test.stop();
});
