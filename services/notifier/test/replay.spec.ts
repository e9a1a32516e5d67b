import { DeliveryServiceDefinition, type ReplayWebhookRequest } from '@porchlight/contracts';
import { expectRefusal, eventually, randomAccountId } from '@porchlight/testkit';
import { HOUR, useNotifier } from './notifier-service';

describe('Replay', () => {
  const suite = useNotifier({ config: { NOTIFIER_WEBHOOK_CACHE_MS: 0 } });

  const client = () => suite.notifier.createClient(DeliveryServiceDefinition);
  const replay = async (webhookId: number, accountId: number, request: Partial<ReplayWebhookRequest>) =>
    (await client().replayWebhook({ webhookId, ...request }, suite.notifier.owner({ accountId }))).replayed;
  const setStatus = (id: number, accountId: number, status: string) =>
    suite.notifier.webhooks.updateWebhook(
      { id, record: { id, version: 0, status }, mask: ['status'], options: {} },
      suite.notifier.owner({ accountId }),
    );
  const statuses = async (webhookId: number, accountId: number): Promise<Record<string, string>> => {
    const { records } = await client().listDeliveries(
      { webhookId, status: [], limit: 100, offset: 0, next: '' },
      suite.notifier.owner({ accountId }),
    );
    return Object.fromEntries(
      records.map(({ eventId, status, attempts }) => [eventId, `${status} ${attempts.length}`]),
    );
  };
  const become = (webhookId: number, accountId: number, wanted: Record<string, string>) =>
    eventually(async () => expect(await statuses(webhookId, accountId)).toEqual(wanted));
  const received = (): string[] => suite.receiver.requests.map(({ json }) => (json as { eventId: string }).eventId);

  test('D7.13 When one event is replayed, Then it is sent again with the same id and body; other events are refused', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/one`, { accountId });
    await suite.notifier.register('peopleUpdated', `${suite.receiver.url}/other`, { accountId });
    const eventId = await suite.notifier.publish({ accountId, ids: [3] });
    const other = await suite.notifier.publish({
      accountId,
      ids: [3],
      verb: 'updated',
      webhookEvents: ['peopleUpdated'],
    });
    await become(id, accountId, { [eventId]: 'Delivered 1' });
    suite.notifier.clock.advance(48 * HOUR);
    expect(await replay(id, accountId, { eventId })).toBe(1);
    await become(id, accountId, { [eventId]: 'Delivered 2' });
    const again = suite.receiver.requests.filter(({ path }) => path === '/one');
    expect(again.map(({ raw }) => raw.toString())).toEqual([again[0]!.raw.toString(), again[0]!.raw.toString()]);
    // Events in its log can be replayed, also if it is now registered for another event.
    const event = 'peopleDeleted';
    await suite.notifier.webhooks.updateWebhook(
      { id, record: { id, version: 0, event }, mask: ['event'], options: {} },
      suite.notifier.owner({ accountId }),
    );
    expect(await replay(id, accountId, { eventId })).toBe(1);
    await become(id, accountId, { [eventId]: 'Delivered 3' });
    for (const wrong of [other, 'nope']) await expectRefusal(replay(id, accountId, { eventId: wrong }), 'NOT_FOUND');
  });

  test('When a receiver was unavailable, Then only dead letters are delivered again, with a new schedule of 36 hours', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/away`, { accountId });
    const since = suite.notifier.clock.date();
    const good = await suite.notifier.publish({ accountId });
    await become(id, accountId, { [good]: 'Delivered 1' });
    suite.receiver.answerWith({ status: 503 });
    const bad = [await suite.notifier.publish({ accountId }), await suite.notifier.publish({ accountId })];
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'Pending 1', [bad[1]!]: 'Pending 1' });
    suite.notifier.clock.advance(40 * HOUR);
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'GivenUp 2', [bad[1]!]: 'GivenUp 2' });
    suite.receiver.clear();
    // The receiver is still unavailable: the replay is retried like a new event.
    expect(await replay(id, accountId, { status: 'GivenUp', since })).toBe(2);
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'Pending 3', [bad[1]!]: 'Pending 3' });
    expect(await replay(id, accountId, { status: 'GivenUp', since })).toBe(0);
    suite.receiver.answerWith({});
    suite.notifier.clock.advance(HOUR);
    await become(id, accountId, { [good]: 'Delivered 1', [bad[0]!]: 'Delivered 4', [bad[1]!]: 'Delivered 4' });
    expect(received()).not.toContain(good);
  });

  test('When a webhook was disabled, Then its events have no deliveries and a replay of the range delivers them', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/range`, { accountId });
    await setStatus(id, accountId, 'Disabled');
    const early = await suite.notifier.publish({ accountId });
    suite.notifier.clock.advance(HOUR);
    const since = suite.notifier.clock.date();
    const inside = await suite.notifier.publish({ accountId });
    suite.notifier.clock.advance(HOUR);
    const until = suite.notifier.clock.date();
    const last = await suite.notifier.publish({ accountId });
    suite.notifier.clock.advance(HOUR);
    const late = await suite.notifier.publish({ accountId });
    await eventually(async () =>
      expect(
        (await suite.notifier.events.getWebhookEvent({ id: late }, suite.notifier.owner({ accountId }))).record,
      ).toMatchObject({
        id: late,
      }),
    );
    expect(await statuses(id, accountId)).toEqual({});
    await expectRefusal(replay(id, accountId, { status: 'all', since }), 'CONFLICT');
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
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/body`, { accountId });
    const since = suite.notifier.clock.date();
    for (const request of [
      {},
      { status: 'all' },
      { since },
      { status: 'Pending', since },
      { eventId: 'x', status: 'all' },
      { status: 'all', since, until: new Date(since.getTime() - 1) },
    ])
      await expectRefusal(replay(id, accountId, request), 'INVALID_BODY');
  });

  test('When one webhook is replayed concurrently, Then one call succeeds and the others are rejected with a wait time', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/lock`, { accountId });
    for (let n = 0; n < 5; n++) await suite.notifier.publish({ accountId });
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
