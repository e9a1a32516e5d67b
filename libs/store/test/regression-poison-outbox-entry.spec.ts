import { createKafkaBus, formatTopic, type Bus, type BusMessage } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { startKafka, type TestKafka } from '@porchlight/testkit/src/kafka';
import { callBy, buildInput, type ItemDocument } from './conformance/sample-resource';
import { createSwitchedBus, createTestClock, drained, openTestStore, type TestStore } from './conformance/test-store';
import { composeKey } from '../src/document-key';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { openUnsentChanges } from '../src/outbox/open-unsent-changes';
import { UNSENT_CHANGES, type UnsentChange } from '../src/outbox/unsent-changes';
import type { PendingChange } from '../src/contract/document';
import type { StoreOptions } from '../src/contract/store';
import { publishTo } from './publish-to';

const DATABASE = 'poison';
const TOPIC = formatTopic('poison');
const { logger } = captureLogger();
let server: TestDatabase;
let kafka: TestKafka;
let bus: Bus;
let store: TestStore;
let account = 100;
const received: BusMessage[] = [];
const clock = createTestClock();
const metrics = createMetrics({ service: 'sample', processMetrics: false });
/** Set by a test: the bus refuses these for good. */
let isMalformed: (change: PendingChange) => boolean = () => false;

beforeAll(async () => {
  [server, kafka] = await Promise.all([startDatabase(), startKafka()]);
  bus = createKafkaBus({ brokers: kafka.brokers, clientId: 'poison', logger, clock: systemClock });
  await bus.ensureTopics([{ name: TOPIC, partitions: 1 }]);
  await bus.subscribe({
    group: 'poison.test',
    topics: [TOPIC],
    handler: async (batch) => void received.push(...batch),
  });
  const send = publishTo(bus, TOPIC);
  const publish: StoreOptions['publish'] = async (changes) => {
    if (changes.some((change) => isMalformed(change))) throw new TypeError('the message is malformed');
    await send(changes);
  };
  store = await openTestStore(await openMongoDatabase(server.uri(DATABASE), DATABASE), { publish, clock, metrics });
});
afterAll(async () => {
  await store.stop();
  await bus.close();
  await Promise.all([server.stop(), kafka.stop()]);
});
beforeEach(() => {
  account += 1;
  isMalformed = () => false;
});

const findChanges = (accountId: number): Change[] =>
  received.map(({ value }) => Change.decode(value)).filter((change) => change.accountId === accountId);
const unsent = () => store.store.collection<ItemDocument>('items');
const setAside = (): Promise<UnsentChange[]> =>
  store.database.collection<UnsentChange>(UNSENT_CHANGES).find({ accountId: account }, { limit: 10 });

/** Writes an entry as a version without the check did: its message is larger than Kafka accepts. */
const plantOversized = async (id: number): Promise<void> => {
  const at = new Date(clock.now() - 60_000);
  const change = Change.encode({
    ...Change.decode(new Uint8Array()),
    eventId: `PLANTED-${account}-${id}`,
    accountId: account,
    occurred: at,
    service: 'sample',
    resource: 'items',
    verb: 'updated',
    ids: [id],
    webhookEvents: ['itemsUpdated'],
    changed: ['tags'],
    record: Buffer.alloc(1_200_000, 1),
  }).finish();
  const document = {
    _id: composeKey(account, id),
    accountId: account,
    id,
    created: at,
    updated: at,
    version: 1,
    name: 'x',
    nameKey: 'x',
    nameGrams: [],
    tags: [],
  };
  const entry = { eventId: `PLANTED-${account}-${id}`, change, instance: 'gone-1', fold: 0 };
  await unsent().insertMany([{ ...document, outbox: [entry], pendingSince: at }]);
};

it('a record whose change does not fit into a message is refused with 400 before anything is written', async () => {
  const tags = Array.from({ length: 20 }, (_, nth) => `${nth}${'t'.repeat(60_000)}`);
  const refused = store.items.create(callBy(account), ...buildInput({ name: 'large', tags }));
  await expect(refused).rejects.toMatchObject({ reason: 'RECORD_TOO_LARGE' });
  await expect(refused).rejects.toThrow(/takes 1\d{6} bytes; the limit is 900000 bytes.*'tags' \(12\d{5} bytes\)/);
  expect(await unsent().count({ accountId: account })).toBe(0);

  const { record } = await store.items.create(
    callBy(account),
    ...buildInput({ name: 'small', tags: tags.slice(0, 14) }),
  );
  await expect(store.items.update(callBy(account), record.id, ...buildInput({ tags }))).rejects.toMatchObject({
    reason: 'RECORD_TOO_LARGE',
  });
  expect((await store.items.get(callBy(account), record.id)).version).toBe(1);
  await drained(store);
});

it('an oversized entry of an earlier version is published without its record; changes behind it arrive within a second', async () => {
  await plantOversized(50);
  const { record } = await store.items.create(callBy(account + 1_000), ...buildInput({ name: 'behind' }));
  const started = Date.now();
  clock.advance(3_000);
  await store.store.relay.run();
  await eventually(() => expect(findChanges(account + 1_000).map(({ ids }) => ids[0])).toEqual([record.id]));
  await eventually(() =>
    expect(findChanges(account)).toEqual([
      expect.objectContaining({ ids: [50], webhookEvents: ['itemsUpdated'], changed: ['tags'], recordOmitted: true }),
    ]),
  );
  expect(Date.now() - started).toBeLessThan(5_000);
  expect(await unsent().count({ accountId: account, pendingSince: { $gte: new Date(0) } })).toBe(0);
  expect(await setAside()).toEqual([]);
});

it('a change that can never be sent is set aside and counted; its neighbors in the batch arrive within a second', async () => {
  isMalformed = ({ accountId, value }) => accountId === account && Change.decode(value).ids[0] === 5;
  const names = Array.from({ length: 12 }, (_, nth) => `n${nth}`);
  const started = Date.now();
  await Promise.all(names.map((name) => store.items.create(callBy(account), ...buildInput({ name }))));
  await eventually(() => expect(findChanges(account)).toHaveLength(11));
  expect(Date.now() - started).toBeLessThan(3_000);
  await drained(store);
  expect(findChanges(account).map(({ ids }) => ids[0])).not.toContain(5);
  expect(await setAside()).toMatchObject([{ accountId: account, reason: 'the message is malformed' }]);
  expect(await unsent().count({ accountId: account, pendingSince: { $gte: new Date(0) } })).toBe(0);
  expect(await metrics.registry.metrics()).toMatch(/porchlight_outbox_set_aside_total\S* 1$/m);

  const operator = await openUnsentChanges({
    uri: server.uri(DATABASE),
    database: DATABASE,
    publish: publishTo(bus, TOPIC),
    logger,
  });
  expect(await operator.list(10)).toHaveLength(1);
  expect(await operator.resend(10)).toEqual({ resent: 1, refused: 0 });
  expect(await operator.list(10)).toEqual([]);
  await operator.close();
  await eventually(() => expect(findChanges(account).map(({ ids }) => ids[0])).toContain(5));
});

it('an entry that cannot be decoded is set aside; the relay continues with other documents', async () => {
  await plantOversized(60);
  await unsent().updateOne(
    { _id: composeKey(account, 60) },
    {
      $set: {
        outbox: [{ eventId: `BROKEN-${account}`, change: Buffer.from([255, 255, 255]), instance: 'gone-1', fold: 0 }],
      },
    },
  );
  await plantOversized(61);
  await store.store.relay.run();
  expect(await setAside()).toMatchObject([{ _id: `BROKEN-${account}` }]);
  await eventually(() => expect(findChanges(account)).toMatchObject([{ ids: [61] }]));
});

it('a transient failure sets nothing aside and keeps the order', async () => {
  const switched = createSwitchedBus();
  const { publish, published } = switched;
  const other = await openTestStore(await openMongoDatabase(server.uri(DATABASE), DATABASE), { publish });
  const { record } = await other.items.create(callBy(account), ...buildInput({ name: 'a' }));
  for (const name of ['b', 'c', 'd']) await other.items.update(callBy(account), record.id, ...buildInput({ name }));
  switched.away = false;
  await drained(other);
  expect(
    published.map(({ value }) => (JSON.parse(Change.decode(value).record.toString()) as { name: string }).name),
  ).toEqual(['a', 'b', 'c', 'd']);
  expect(await setAside()).toEqual([]);
  await other.stop();
});
