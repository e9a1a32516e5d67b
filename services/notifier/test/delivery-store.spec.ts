import { inAccounts, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { eventRecordSchema } from '../src/payloads/event-record';
import { createDeliveryStore, type DeliveryStore } from '../src/deliveries/delivery-store';
import { type AttemptDocument, attemptSchema, type Delivery, deliverySchema } from '../src/deliveries/delivery';
import { START } from './notifier-service';

const NOW = START;
const at = (ms: number): Date => new Date(NOW + ms);

const createDelivery = (id: string, change: Partial<Delivery> = {}): Delivery => ({
  _id: id,
  accountId: 1,
  webhookId: 1,
  eventId: id,
  lane: 'https://a',
  status: 'Pending',
  occurred: at(0),
  created: at(0),
  dueAt: at(0),
  tries: 0,
  ...change,
});

test.each([
  ['events', eventRecordSchema],
  ['deliveries', deliverySchema],
  ['attempts', attemptSchema],
])('Records are stored for 30 days: %s', (_name, { indexes }) => {
  expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toEqual([
    { keys: { created: 1 }, global: true, expireAfterSeconds: 30 * 24 * 3_600 },
  ]);
});

describe.each(['memory', 'database'])('The delivery store, %s', (kind) => {
  let database: TestDatabase | undefined;
  let store: Store;
  let deliveries: ReturnType<Store['collection']>;
  let deliveryStore: DeliveryStore;
  let round = 0;

  beforeAll(async () => {
    if (kind === 'database') database = await startDatabase();
    store = await openLoneStore({
      service: 'notifier',
      database: 'deliveries',
      ...(database && { uri: database.uri('deliveries') }),
    });
  });
  beforeEach(async () => {
    const name = `deliveries${round++}`;
    const own = store.collection(name, deliverySchema);
    deliveries = store.collection(name);
    const attempts = store.collection(`${name}Attempts`, attemptSchema);
    deliveryStore = createDeliveryStore(own, attempts);
    await store.prepare();
  });
  afterAll(async () => {
    await store.stop(AbortSignal.timeout(1_000));
    await database?.stop();
  });

  const dueAt = (ms: number, limit: number) => deliveryStore.due({ after: at(-1), before: at(ms + 1) }, limit);
  const read = (id: string) => deliveries.findOne(inAccounts({ _id: id }, [1])) as Promise<Delivery | null>;

  test('When deliveries are added again, Then existing ids are returned and their deliveries stay unchanged', async () => {
    expect([...(await deliveryStore.add([createDelivery('a'), createDelivery('b')]))]).toEqual([]);
    expect([...(await deliveryStore.add([createDelivery('b', { tries: 9 }), createDelivery('c')]))]).toEqual(['b']);
    expect((await read('b'))!.tries).toBe(0);
    expect(await read('c')).not.toBeNull();
  });

  test('When deliveries are due, Then they are returned oldest first, without excluded destinations, up to the limit', async () => {
    await deliveryStore.add([
      createDelivery('late', { dueAt: at(50) }),
      createDelivery('early', { dueAt: at(10) }),
      createDelivery('full', { dueAt: at(5), lane: 'https://full' }),
      createDelivery('future', { dueAt: at(5_000) }),
    ]);
    const ids = async (...query: Parameters<DeliveryStore['due']>): Promise<string[]> =>
      (await deliveryStore.due(...query)).map(({ _id }) => _id);
    expect(await ids({ after: at(0), before: at(100), exceptLanes: ['https://full'] }, 10)).toEqual(['early', 'late']);
    expect(await ids({ after: at(0), before: at(100) }, 2)).toEqual(['full', 'early']);
    expect(await ids({ after: at(0), before: at(100), lane: 'https://full' }, 2)).toEqual(['full']);
    expect(await ids({ after: at(10), before: at(50) }, 2)).toEqual([]);
    expect(await deliveryStore.backlog(at(100))).toEqual({ due: 3, oldest: at(5) });
    expect(await deliveryStore.backlog(at(0))).toEqual({ due: 0, oldest: undefined });
  });

  test('When two processes lease the same deliveries, Then each is leased by one of them', async () => {
    await deliveryStore.add(Array.from({ length: 300 }, (_, n) => createDelivery(`d${n}`, { dueAt: at(n) })));
    const due = await dueAt(1_000, 300);
    const [one, other] = await Promise.all([
      deliveryStore.lease(due, at(20_000), 'one'),
      deliveryStore.lease(due, at(20_000), 'other'),
    ]);
    const ids = [...one, ...other].map(({ _id }) => _id);
    expect(ids).toHaveLength(300);
    expect(new Set(ids).size).toBe(300);
    expect(await dueAt(1_000, 300)).toEqual([]);
  });

  test('When a delivery was settled between reading and leasing, Then it is not leased', async () => {
    await deliveryStore.add([createDelivery('a')]);
    const due = await dueAt(1, 1);
    const [leased] = await deliveryStore.lease(due, at(15_000), 'one');
    await deliveryStore.settle([{ kind: 'delivered', delivery: leased!, attempt: { at: at(2), ms: 5, status: 200 } }]);
    expect(await deliveryStore.lease(due, at(16_000), 'two')).toEqual([]);
    expect(await read('a')).toMatchObject({ status: 'Delivered', tries: 1 });
    expect(await read('a')).not.toHaveProperty('dueAt');
    expect(await read('a')).not.toHaveProperty('leaseBy');
  });

  test('When results are settled, Then each delivery is updated, and attempts are recorded', async () => {
    await deliveryStore.add(['a', 'b', 'c', 'd'].map((id) => createDelivery(id)));
    const leased = await deliveryStore.lease(await dueAt(1, 10), at(15_000), 'one');
    const of = (id: string) => leased.find(({ _id }) => _id === id)!;
    await deliveryStore.settle([
      { kind: 'delivered', delivery: of('a'), attempt: { at: at(2), ms: 5, status: 204 } },
      { kind: 'retry', delivery: of('b'), attempt: { at: at(2), ms: 6, error: 'refused' }, dueAt: at(3_601) },
      { kind: 'deadLetter', delivery: of('c'), attempt: { at: at(2), ms: 7, status: 500, response: '$no' } },
      { kind: 'retry', delivery: of('d'), dueAt: at(5_000) },
    ]);
    expect(await read('a')).toEqual({ ...createDelivery('a'), status: 'Delivered', tries: 1, dueAt: undefined });
    expect(await read('b')).toEqual({ ...createDelivery('b'), tries: 1, dueAt: at(3_700) });
    expect(await read('c')).toEqual({ ...createDelivery('c'), status: 'GivenUp', tries: 1, dueAt: undefined });
    expect(await read('d')).toEqual({ ...createDelivery('d'), dueAt: at(5_000) });
    const attempts = await store
      .collection<AttemptDocument>(`deliveries${round - 1}Attempts`)
      .find({ accountId: 1 }, { limit: 10, sort: { _id: 1 } });
    expect(attempts).toEqual([
      { _id: 'a#1', accountId: 1, at: at(2), created: at(2), ms: 5, status: 204 },
      { _id: 'b#1', accountId: 1, at: at(2), created: at(2), ms: 6, error: 'refused' },
      { _id: 'c#1', accountId: 1, at: at(2), created: at(2), ms: 7, status: 500, response: '$no' },
    ]);
  });

  test('When a lease was lost, Then its failure changes nothing, and its success counts', async () => {
    await deliveryStore.add([createDelivery('a'), createDelivery('b')]);
    const first = await deliveryStore.lease(await dueAt(1, 10), at(15_000), 'one');
    const second = await deliveryStore.lease(await dueAt(15_001, 10), at(30_000), 'two');
    expect(second).toHaveLength(2);
    const of = (id: string) => first.find(({ _id }) => _id === id)!;
    await deliveryStore.settle([
      { kind: 'deadLetter', delivery: of('a'), attempt: { at: at(2), ms: 1, status: 500 } },
      { kind: 'delivered', delivery: of('b'), attempt: { at: at(2), ms: 1, status: 200 } },
    ]);
    expect(await read('a')).toMatchObject({ status: 'Pending', leaseBy: 'two', dueAt: at(30_000), tries: 0 });
    expect(await read('b')).toMatchObject({ status: 'Delivered' });
  });

  test('When a webhook is resumed, Then its waiting deliveries are due now at the new destination, and leased ones stay', async () => {
    await deliveryStore.add([
      createDelivery('waits', { dueAt: at(3_600_000) }),
      createDelivery('leased', { dueAt: at(15_000), leaseBy: 'x' }),
      createDelivery('other', { dueAt: at(3_600_000), webhookId: 2 }),
      createDelivery('foreign', { dueAt: at(3_600_000), accountId: 2 }),
    ]);
    await deliveryStore.resume(1, 1, 'https://new', at(100));
    expect(await read('waits')).toMatchObject({ dueAt: at(100), lane: 'https://new' });
    expect(await read('leased')).toMatchObject({ dueAt: at(15_000), leaseBy: 'x' });
    expect(await read('other')).toMatchObject({ dueAt: at(3_600_000), lane: 'https://a' });
    expect(await read('foreign')).toMatchObject({ dueAt: at(3_600_000) });
  });

  test('When a webhook is resumed during an attempt, Then the result does not delay the delivery', async () => {
    await deliveryStore.add([createDelivery('a'), createDelivery('b')]);
    const leased = await deliveryStore.lease(await dueAt(1, 2), at(15_000), 'one');
    const of = (id: string) => leased.find(({ _id }) => _id === id)!;
    await deliveryStore.resume(1, 1, 'https://new', at(100));
    await deliveryStore.settle([
      { kind: 'retry', delivery: of('a'), dueAt: at(3_600_000) },
      { kind: 'delivered', delivery: of('b'), attempt: { at: at(2), ms: 5, status: 200 } },
    ]);
    expect(await read('b')).not.toHaveProperty('resumedAt');
    const resumed = await read('a');
    expect(resumed).toMatchObject({ dueAt: at(100), lane: 'https://new' });
    expect(resumed).not.toHaveProperty('leaseBy');
    expect(resumed).not.toHaveProperty('resumedAt');
  });

  test('When a clock was ahead, Then deliveries that it scheduled too late are due now, leased ones only or all', async () => {
    await deliveryStore.add([
      createDelivery('lost', { dueAt: at(7_200_000), leaseBy: 'x' }),
      createDelivery('retry', { dueAt: at(7_300_000) }),
      createDelivery('leased', { dueAt: at(15_000), leaseBy: 'y' }),
      createDelivery('held', { dueAt: at(7_300_000), leaseBy: 'me:4' }),
    ]);
    expect(await deliveryStore.resetDueTimes(at(60_000), at(100), 'leased', 'me')).toBe(1);
    expect(await read('lost')).toMatchObject({ dueAt: at(100) });
    expect(await read('lost')).not.toHaveProperty('leaseBy');
    expect(await read('retry')).toMatchObject({ dueAt: at(7_300_000) });
    expect(await deliveryStore.resetDueTimes(at(60_000), at(200), 'all', 'me')).toBe(1);
    expect(await read('retry')).toMatchObject({ dueAt: at(200) });
    expect(await read('leased')).toMatchObject({ dueAt: at(15_000), leaseBy: 'y' });
    // Running in this process: if it were made due, it would be sent twice.
    expect(await read('held')).toMatchObject({ dueAt: at(7_300_000), leaseBy: 'me:4' });
  });
});
