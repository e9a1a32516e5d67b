import type { DocumentCollection, Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import mongoose from 'mongoose';
import { createDeliveryStore } from '../src/deliveries/delivery-store';
import { createDeliveryLog } from '../src/deliveries/delivery-log';
import { createEventStore } from '../src/payloads/event-store';
import { type AttemptDocument, attemptSchema, type Delivery, deliverySchema } from '../src/deliveries/delivery';
import { EVENT_SECONDS, type EventRecord, eventRecordSchema } from '../src/payloads/event-record';

const { Collection } = mongoose.mongo;
interface Issued {
  readonly what: string;
  explain(): Promise<unknown>;
}
const issued: Issued[] = [];

/** All stages of a plan, at any depth. */
const stagesIn = (plan: unknown): string[] => {
  if (Array.isArray(plan)) return plan.flatMap(stagesIn);
  if (typeof plan !== 'object' || plan === null) return [];
  const { rejectedPlans: _rejected, command: _command, ...rest } = plan as Record<string, unknown>;
  const isStage = (name: string): boolean => name === 'stage' || name === 'Node Type';
  const own = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' && isStage(name) ? [value] : [],
  );
  return [...own, ...Object.values(rest).flatMap(stagesIn)];
};

const watch = (): void => {
  const { find, aggregate, updateMany } = Collection.prototype;
  jest.spyOn(Collection.prototype, 'find').mockImplementation(function (
    this: mongoose.mongo.Collection,
    ...[filter = {}, options = {}]: Parameters<typeof find>
  ) {
    issued.push({
      what: JSON.stringify(filter),
      explain: () => find.call(this, filter, options).explain('queryPlanner'),
    });
    return find.call(this, filter, options);
  } as never);
  jest.spyOn(Collection.prototype, 'aggregate').mockImplementation(function (
    this: mongoose.mongo.Collection,
    pipeline: Record<string, unknown>[] = [],
    options = {},
  ) {
    issued.push({
      what: JSON.stringify(pipeline),
      explain: () => aggregate.call(this, pipeline, options).explain('queryPlanner' as never) as Promise<unknown>,
    });
    return aggregate.call(this, pipeline, options);
  } as never);
  jest.spyOn(Collection.prototype, 'updateMany').mockImplementation(function (
    this: mongoose.mongo.Collection,
    ...[filter, update]: Parameters<typeof updateMany>
  ) {
    // An update uses the index of a query with the same filter.
    issued.push({
      what: `update ${JSON.stringify(filter)}`,
      explain: () => find.call(this, filter!, {}).explain('queryPlanner'),
    });
    return updateMany.call(this, filter!, update!);
  } as never);
};

describe('The database work of deliveries', () => {
  let database: TestDatabase;
  let store: Store;
  let deliveries: DocumentCollection<Delivery>;
  let attempts: DocumentCollection<AttemptDocument>;
  let events: DocumentCollection<EventRecord>;

  beforeAll(async () => {
    database = await startDatabase();
    store = await openLoneStore({ service: 'notifier', uri: database.uri('explain'), database: 'explain' });
    deliveries = store.collection('deliveries', deliverySchema);
    attempts = store.collection('attempts', attemptSchema);
    events = store.collection('webhookEvents', eventRecordSchema);
    await store.prepare();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await store.stop(AbortSignal.timeout(2_000));
    await database.stop();
  });

  // Recent: the database deletes old records in the background.
  const began = Date.now() - 60_000;
  const at = (ms: number): Date => new Date(began + ms);
  const createDelivery = (n: number): Delivery => ({
    _id: `e${n}:1`,
    accountId: 1,
    webhookId: 1,
    eventId: `e${n}`,
    lane: `https://l${n % 3}`,
    status: 'Pending',
    occurred: at(n),
    created: at(n),
    dueAt: at(n),
    tries: 0,
  });
  const createEvent = (n: number): EventRecord => ({
    _id: `e${n}`,
    accountId: 1,
    event: 'peopleCreated',
    ids: [n],
    uri: null,
    occurred: at(n),
    created: at(n),
    systems: ['Demo'],
  });

  test('When deliveries are read, leased, settled, resumed, listed and replayed, Then every query uses an index, and deliveries share few commands', async () => {
    const deliveryStore = createDeliveryStore(deliveries, attempts);
    const log = createDeliveryLog(deliveries, attempts);
    const eventStore = createEventStore(events);
    await deliveryStore.add(Array.from({ length: 400 }, (_, n) => createDelivery(n)));
    await eventStore.record(Array.from({ length: 400 }, (_, n) => createEvent(n)));
    watch();
    const due = await deliveryStore.due({ after: at(-1), before: at(200), exceptLanes: ['https://l0'] }, 500);
    await deliveryStore.due({ after: at(-1), before: at(200), lane: 'https://l0' }, 500);
    expect(due).toHaveLength(133);
    await eventStore.read(
      due.map(({ eventId }) => eventId),
      [1],
    );
    const leased = await deliveryStore.lease(due, at(20_000), 'x');
    expect(leased).toHaveLength(133);
    await deliveryStore.settle(
      leased.map((delivery) => ({ kind: 'delivered', delivery, attempt: { at: at(3), ms: 1, status: 200 } })),
    );
    // Two reads of due deliveries, one of events, lease, settle: 133 deliveries in five commands, their attempts in one
    // more.
    expect(issued).toHaveLength(5);
    // Another process leased them first: a read shows the owner of each lease.
    expect(await deliveryStore.lease(due, at(30_000), 'y')).toEqual([]);
    expect(issued).toHaveLength(7);
    await deliveryStore.due({ after: at(-1), before: at(200) }, 500);
    await deliveryStore.resume(1, 1, 'https://l9', at(500));
    await deliveryStore.backlog(at(500));
    const query = {
      accountId: 1,
      webhookId: 1,
      statuses: ['Delivered'],
      above: at(-1).getTime(),
      below: at(500).getTime(),
    };
    expect(await log.count(query)).toBe(133);
    await log.newest(query, 20);
    await log.findAttempts(leased.slice(0, 20));
    await log.requeue(leased, 'https://l1', { now: at(600), occurred: at(600) });
    await eventStore.findRange({ accountId: 1, event: 'peopleCreated', since: at(0), until: at(100) }, 50);
    await eventStore.findByMembers(['e1', 'e2'].map((_id) => ({ _id, accountId: 1 })));
    expect(issued.length).toBeGreaterThan(12);
    for (const query of [...issued]) {
      const plan = stagesIn(await query.explain());
      expect([query.what, plan.filter((stage) => ['COLLSCAN', 'Seq Scan'].includes(stage))]).toEqual([query.what, []]);
      expect(plan).toContainEqual(expect.stringMatching(/IXSCAN|IDHACK|Index/));
    }
  });

  test('When events, deliveries and attempts are 30 days old, Then an index expires them', () => {
    for (const { indexes } of [eventRecordSchema, deliverySchema, attemptSchema])
      expect(indexes).toContainEqual({ keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS });
    expect(EVENT_SECONDS).toBe(30 * 86_400);
  });
});
