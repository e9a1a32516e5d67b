import { DeliveryServiceDefinition, type ReplayWebhookRequest } from '@porchlight/contracts';
import { eventually, startDatabase, startReceiver, type Receiver, type TestDatabase } from '@porchlight/testkit';
import { HOUR, startNotifier, type NotifierService } from './notifier-service';

describe('Replay', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: NotifierService;
  beforeAll(async () => {
    [database, receiver] = await Promise.all([startDatabase(), startReceiver()]);
    harness = await startNotifier({ database, ca: receiver.ca, config: { NOTIFIER_WEBHOOK_CACHE_MS: 0 } });
  });
  afterEach(() => {
    receiver.clear();
    receiver.answerWith({});
  });
  afterAll(async () => {
    await harness?.stop();
    await receiver?.stop();
    await database?.stop();
  });

  const client = () => harness.createClient(DeliveryServiceDefinition);
  const account = (() => {
    let next = 7_000;
    return () => next++;
  })();
  const replay = async (
    webhookId: number,
    accountId: number,
    request: Partial<ReplayWebhookRequest>,
  ): Promise<number> =>
    (await client().replayWebhook({ webhookId, ...request }, harness.owner({ accountId }))).replayed;
  const setStatus = (id: number, accountId: number, status: string) =>
    harness.webhooks.updateWebhook(
      { id, record: { id, version: 0, status }, mask: ['status'], options: {} },
      harness.owner({ accountId }),
    );
  const statuses = async (webhookId: number, accountId: number): Promise<Record<string, string>> => {
    const { records } = await client().listDeliveries(
      { webhookId, status: [], limit: 100, offset: 0, next: '' },
      harness.owner({ accountId }),
    );
    return Object.fromEntries(
      records.map(({ eventId, status, attempts }) => [eventId, `${status} ${attempts.length}`]),
    );
  };
  const become = (webhookId: number, accountId: number, wanted: Record<string, string>) =>
    eventually(async () => expect(await statuses(webhookId, accountId)).toEqual(wanted));
  const received = (): string[] => receiver.requests.map(({ json }) => (json as { eventId: string }).eventId);

  test('When one event is replayed, Then it is sent again with the same id and body; other events are refused', async () => {
    const accountId = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/one`, { accountId });
    await harness.register('peopleUpdated', `${receiver.url}/other`, { accountId });
    const eventId = await harness.publish({ accountId, ids: [3] });
    const other = await harness.publish({ accountId, ids: [3], verb: 'updated', webhookEvents: ['peopleUpdated'] });
    await become(id, accountId, { [eventId]: 'Delivered 1' });
    harness.clock.advance(48 * HOUR);
    expect(await replay(id, accountId, { eventId })).toBe(1);
    await become(id, accountId, { [eventId]: 'Delivered 2' });
    const again = receiver.requests.filter(({ path }) => path === '/one');
    expect(again.map(({ raw }) => raw.toString())).toEqual([again[0]!.raw.toString(), again[0]!.raw.toString()]);
    // Events in its log can be replayed, also if it is now registered for another event.
    const event = 'peopleDeleted';
    await harness.webhooks.updateWebhook(
      { id, record: { id, version: 0, event }, mask: ['event'], options: {} },
      harness.owner({ accountId }),
    );
    expect(await replay(id, accountId, { eventId })).toBe(1);
    await become(id, accountId, { [eventId]: 'Delivered 3' });
    for (const wrong of [other, 'nope'])
      await expect(replay(id, accountId, { eventId: wrong })).rejects.toMatchObject({ reason: 'NOT_FOUND' });
  });

  test('When a receiver was unavailable, Then only dead letters are delivered again, with a new schedule of 36 hours', async () => {
    const accountId = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/away`, { accountId });
    const since = harness.clock.date();
    const good = await harness.publish({ accountId });
    await become(id, accountId, { [good]: 'Delivered 1' });
    receiver.answerWith({ status: 503 });
    const bad = [await harness.publish({ accountId }), await harness.publish({ accountId })];
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'Pending 1', [bad[1]!]: 'Pending 1' });
    harness.clock.advance(40 * HOUR);
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'GivenUp 2', [bad[1]!]: 'GivenUp 2' });
    receiver.clear();
    // The receiver is still unavailable: the replay is retried like a new event.
    expect(await replay(id, accountId, { status: 'GivenUp', since })).toBe(2);
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'Pending 3', [bad[1]!]: 'Pending 3' });
    expect(await replay(id, accountId, { status: 'GivenUp', since })).toBe(0);
    receiver.answerWith({});
    harness.clock.advance(HOUR);
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'Delivered 4', [bad[1]!]: 'Delivered 4' });
    expect(received()).not.toContain(good);
  });

  test('When a webhook was disabled, Then its events have no deliveries and a replay of the range delivers them', async () => {
    const accountId = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/range`, { accountId });
    await setStatus(id, accountId, 'Disabled');
    const early = await harness.publish({ accountId });
    harness.clock.advance(HOUR);
    const since = harness.clock.date();
    const inside = await harness.publish({ accountId });
    harness.clock.advance(HOUR);
    const until = harness.clock.date();
    const last = await harness.publish({ accountId });
    harness.clock.advance(HOUR);
    const late = await harness.publish({ accountId });
    await eventually(async () =>
      expect((await harness.events.getWebhookEvent({ id: late }, harness.owner({ accountId }))).record).toMatchObject({
        id: late,
      }),
    );
    expect(await statuses(id, accountId)).toEqual({});
    await expect(replay(id, accountId, { status: 'all', since })).rejects.toMatchObject({ reason: 'CONFLICT' });
    await setStatus(id, accountId, 'Active');
    expect(await replay(id, accountId, { status: 'GivenUp', since })).toBe(0);
    expect(await replay(id, accountId, { status: 'all', since, until })).toBe(2);
    await become(id, accountId, { [inside]: 'Delivered 1', [last]: 'Delivered 1' });
    expect(received()).not.toContain(early);
    // Status `all` also replays delivered events.
    expect(await replay(id, accountId, { status: 'all', since })).toBe(3);
    await become(id, accountId, { [inside]: 'Delivered 2', [last]: 'Delivered 2', [late]: 'Delivered 1' });
  });

  test('When the body is invalid, Then it is refused', async () => {
    const accountId = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/body`, { accountId });
    const since = harness.clock.date();
    for (const request of [
      {},
      { status: 'all' },
      { since },
      { status: 'Pending', since },
      { eventId: 'x', status: 'all' },
      { status: 'all', since, until: new Date(since.getTime() - 1) },
    ])
      await expect(replay(id, accountId, request)).rejects.toMatchObject({ reason: 'INVALID_BODY' });
  });

  test('When one webhook is replayed concurrently, Then one call succeeds and the others are rejected with a wait time', async () => {
    const accountId = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/lock`, { accountId });
    for (let n = 0; n < 5; n++) await harness.publish({ accountId });
    await eventually(async () => expect(Object.keys(await statuses(id, accountId))).toHaveLength(5));
    const since = new Date(0);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => replay(id, accountId, { status: 'all', since })),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(4);
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'RATE_LIMITED', params: { seconds: 5 } });
    expect(await replay(id, accountId, { status: 'all', since })).toBeGreaterThanOrEqual(0);
  });
});
