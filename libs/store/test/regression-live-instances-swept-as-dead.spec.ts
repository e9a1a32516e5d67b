import { HOUR_MS } from '@porchlight/runtime';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { callBy, buildInput } from './conformance/sample-resource';
import { createSwitchedBus, createTestClock, drained, openTestStore } from './conformance/test-store';
import type { CounterDocument } from '../src/counts/counter-document';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import type { InstanceDocument } from '../src/outbox/heartbeat';

const DEAD = 1_200;
const LIVE = 1_100;

let server: TestDatabase;
beforeAll(async () => {
  server = await startDatabase();
});
afterAll(() => server.stop());

it('given more than 1,000 instances, entries of a live process are left to it and only dead instances are pruned', async () => {
  const clock = createTestClock();
  const open = () => openMongoDatabase(server.uri('many_instances'), 'many_instances');
  const bus = createSwitchedBus();
  const writer = await openTestStore(await open(), { clock, publish: bus.publish });
  const other = await openTestStore(await open(), { clock });
  const instances = other.database.collection<InstanceDocument>('instances');
  const counters = other.database.collection<CounterDocument>('counters');
  const own = await instances.find({ expiresAt: { $gt: new Date(0) } }, { limit: 10 });
  // Names that sort before those of the real processes.
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, nth) => `!${kind}${nth}`);
  const plant = (kind: string, count: number, expiresAt: Date) =>
    instances.insertMany(names(kind, count).map((_id) => ({ _id, expiresAt, epochs: {}, behind: false })));
  await plant('dead', DEAD, new Date(clock.now() - 2 * HOUR_MS));
  await plant('live', LIVE, new Date(clock.now() + 2 * HOUR_MS));
  await counters.insertMany([
    { _id: '9:items:#0', accountId: 9, resource: 'items', n: {}, marks: { '!dead7-1': 1, '!live7-1': 1 } },
  ]);

  await writer.items.create(callBy(1), ...buildInput({ name: 'x' }));
  // Longer than the 2 s after which entries of a dead process are relayed, shorter than the 6 s of a heartbeat.
  clock.advance(3_000);
  expect(await other.store.relay.run()).toBe(0);

  bus.away = false;
  await drained(writer);
  // Each round prunes at most 500 instances.
  for (let round = 0; round * 500 < DEAD; round += 1) await other.store.relay.prune();
  const count = async (kind: string) =>
    (await instances.find({ _id: { $in: names(kind, DEAD) } }, { limit: DEAD })).length;
  expect(await count('dead')).toBe(0);
  expect(await count('live')).toBe(LIVE);
  expect(await instances.find({ _id: { $in: own.map(({ _id }) => _id) } }, { limit: 10 })).toHaveLength(own.length);
  expect((await counters.findOne({ _id: '9:items:#0' }))?.marks).toEqual({ '!live7-1': 1 });
  await Promise.all([writer.stop(), other.stop()]);
});
