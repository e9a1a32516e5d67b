import { createHmac } from 'node:crypto';
import { formatTopic } from '@porchlight/bus';
import { DeliveryServiceDefinition } from '@porchlight/contracts';
import type { EgressOutcome } from '@porchlight/egress';
import {
  expectRefusal,
  eventually,
  startDatabase,
  startReceiver,
  type Receiver,
  type ReceivedRequest,
  type TestDatabase,
} from '@porchlight/testkit';
import {
  HOUR,
  SYSTEM_KEY,
  createPersonMessage,
  startNotifier,
  type NotifierService,
  type NotifierOptions,
} from './notifier-service';

const readEventId = (request: ReceivedRequest): string => (request.json as { eventId: string }).eventId;

describe('Deliveries', () => {
  let database: TestDatabase;
  const open: { stop(): Promise<void> }[] = [];
  beforeAll(async () => void (database = await startDatabase()));
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.stop();
  });
  afterAll(() => database?.stop());

  const receive = async (): Promise<Receiver> => {
    const receiver = await startReceiver();
    open.push(receiver);
    return receiver;
  };
  const start = async (receiver: Receiver, options: Partial<NotifierOptions> = {}): Promise<NotifierService> => {
    const harness = await startNotifier({ database, ca: receiver.ca, ...options });
    open.push(harness);
    return harness;
  };
  /** Recorded attempts so far. */
  const attempts = (harness: NotifierService) => harness.log.of('delivery.attempted');
  const attempted = (harness: NotifierService, count: number) =>
    eventually(() => expect(attempts(harness)).toHaveLength(count));

  test('D7.8 When a person is created, Then the webhook receives the specified payload with two valid signatures', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    const { secret } = await harness.register('peopleCreated', `${receiver.url}/hook`);
    const eventId = await harness.publish({ ids: [4] });
    const [request] = await receiver.waitFor(1);

    expect(request!.json).toEqual({
      eventId,
      eventCreated: '2100-01-01T00:00:00+00:00',
      event: 'peopleCreated',
      resourceIds: [4],
      uri: 'https://api.test/v1/people?id=4',
    });
    const { headers, raw } = request!;
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': eventId,
      'user-agent': expect.stringContaining('Porchlight'),
    });
    const signed = `${eventId}.${headers['webhook-timestamp']}.${raw.toString()}`;
    const key = Buffer.from(secret!.replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(headers['x-system-signature']).toBe(
      createHmac('sha256', SYSTEM_KEY).update(raw.toString('base64')).digest('hex'),
    );

    const { record } = await harness.events.getWebhookEvent({ id: eventId }, harness.owner());
    expect(record).toMatchObject({
      id: eventId,
      event: 'peopleCreated',
      resourceIds: [4],
      uri: 'https://api.test/v1/people?id=4',
    });
    await attempted(harness, 1);
    expect(attempts(harness)[0]).toMatchObject({ outcome: 'received', status: 200, attempt: 1, eventId });
    expect(harness.log.text()).not.toContain(SYSTEM_KEY);
  });

  test('D7.12 When the event is of another system, account or 31 days ago, Then it cannot be fetched', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleCreated', receiver.url);
    const id = await harness.publish({});
    await receiver.waitFor(1);
    await expectRefusal(harness.events.getWebhookEvent({ id }, harness.owner({ system: 'Other' })), 'NOT_FOUND');
    await expectRefusal(harness.events.getWebhookEvent({ id }, harness.owner({ accountId: 3 })), 'NOT_FOUND');
    await expectRefusal(harness.events.getWebhookEvent({ id }, harness.owner({ role: 'Broker' })), 'FORBIDDEN');
    await expectRefusal(harness.events.getWebhookEvent({ id: 'nope' }, harness.owner()), 'NOT_FOUND');
    harness.clock.advance(31 * 24 * HOUR);
    await expectRefusal(harness.events.getWebhookEvent({ id }, harness.owner()), 'NOT_FOUND');
  });

  test('When an event was visible to a system, Then it can be read, also after its webhook is disabled or deleted; other changes have no event (ADR 8)', async () => {
    const receiver = await receive();
    const harness = await start(receiver, { config: { NOTIFIER_WEBHOOK_CACHE_MS: 0 } });
    const deliveries = harness.createClient(DeliveryServiceDefinition);
    const listSentIds = async (webhookId: number): Promise<string[]> =>
      (
        await deliveries.listDeliveries({ webhookId, status: [], limit: 100, offset: 0, next: '' }, harness.owner())
      ).records.map(({ eventId }) => eventId);
    const answered = async (id: string): Promise<string> =>
      (await harness.events.getWebhookEvent({ id }, harness.owner())).record!.id;

    const before = await harness.publish({ ids: [1] });
    const created = await harness.register('peopleCreated', `${receiver.url}/created`);
    const tags = await harness.register('peopleTagsCreated', `${receiver.url}/tags`);
    await harness.publish({ ids: [2] });
    await harness.publish({ ids: [2], verb: 'updated', webhookEvents: ['peopleUpdated', 'peopleTagsCreated'] });
    const received = (await receiver.waitFor(2)).map(readEventId);
    expect([...(await listSentIds(created.id)), ...(await listSentIds(tags.id))].sort()).toEqual([...received].sort());

    const change = (fields: object) => ({
      id: tags.id,
      record: { id: tags.id, version: 0, ...fields },
      mask: Object.keys(fields),
      options: {},
    });
    await harness.webhooks.updateWebhook(change({ status: 'Disabled' }), harness.owner());
    await harness.webhooks.deleteWebhook({ id: created.id, options: {} }, harness.owner());
    const quiet = await harness.publish({ ids: [3] });
    await eventually(async () => expect(await answered(quiet)).toBe(quiet));
    expect(await Promise.all(received.map(answered))).toEqual(received);

    // Before the first webhook: no notification, list or replay contains the event, so no system can request it.
    await harness.webhooks.updateWebhook(change({ status: 'Active', event: 'peopleCreated' }), harness.owner());
    expect(
      (await deliveries.replayWebhook({ webhookId: tags.id, status: 'all', since: new Date(0) }, harness.owner()))
        .replayed,
    ).toBe(2);
    await eventually(async () => expect(await listSentIds(tags.id)).toHaveLength(3));
    expect(await listSentIds(tags.id)).not.toContain(before);
    await expectRefusal(answered(before), 'NOT_FOUND');
  });

  test('When a change fires several names, Then each webhook receives its own; deleted records have no uri', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleUpdated', `${receiver.url}/updated`);
    await harness.register('peopleTagsCreated', `${receiver.url}/tags`);
    await harness.register('peopleDeleted', `${receiver.url}/deleted`);
    const id = await harness.publish({
      verb: 'updated',
      webhookEvents: ['peopleUpdated', 'peopleTagsCreated'],
      dataJson: '{"tags":["vip"]}',
    });
    await harness.publish({ verb: 'deleted', webhookEvents: ['peopleDeleted'], ids: [1, 2] });
    const requests = await receiver.waitFor(3);
    const of = (path: string) => requests.find((request) => request.path === path)!.json;
    expect(of('/updated')).toMatchObject({ eventId: id, event: 'peopleUpdated' });
    expect(of('/tags')).toMatchObject({
      eventId: `${id}-peopleTagsCreated`,
      event: 'peopleTagsCreated',
      data: { tags: ['vip'] },
    });
    // Fetched later, it contains the same.
    const fetchData = async (eventId: string) =>
      (await harness.events.getWebhookEvent({ id: eventId }, harness.owner())).record!.dataJson;
    expect(await fetchData(`${id}-peopleTagsCreated`)).toBe('{"tags":["vip"]}');
    expect(of('/deleted')).toMatchObject({ event: 'peopleDeleted', uri: null, resourceIds: [1, 2] });
  });

  test('When many records are written in one call, Then one event contains up to 100, and a repeated batch with other borders adds nothing', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleUpdated', receiver.url);
    const { accountId } = harness;
    const updated = { accountId, verb: 'updated', webhookEvents: ['peopleUpdated'] };
    const messages = Array.from({ length: 150 }, (_, n) =>
      createPersonMessage({
        ...updated,
        eventId: `bulk${1_000 + n}`,
        ids: [n + 1],
        batchId: 'b1',
        occurred: harness.clock.date(),
      }),
    );
    const publish = (part: typeof messages) => harness.bus.publish(formatTopic('people'), part);
    await publish(messages);
    await receiver.waitFor(2);
    for (const part of [messages.slice(0, 1), messages.slice(90, 120), messages.slice(50)]) await publish(part);
    await publish([createPersonMessage({ ...updated, eventId: 'alone', ids: [999], occurred: harness.clock.date() })]);
    const requests = await eventually(() => {
      const found = receiver.requests.map(
        ({ json }) => json as { eventId: string; resourceIds: number[]; uri: string },
      );
      expect(found.some(({ eventId }) => eventId === 'alone')).toBe(true);
      return found;
    });
    expect(requests).toHaveLength(3);
    const ids = requests.flatMap(({ resourceIds }) => resourceIds).sort((a, b) => a - b);
    expect(ids).toEqual([...Array.from({ length: 150 }, (_, n) => n + 1), 999]);
    const first = requests.find(({ eventId }) => eventId === 'bulk1000')!;
    expect(first.resourceIds).toHaveLength(100);
    expect(first.uri).toBe(`https://api.test/v1/people?id=${first.resourceIds.join(',')}&limit=100`);
    const { record } = await harness.events.getWebhookEvent({ id: 'bulk1000' }, harness.owner());
    expect(record!.resourceIds).toEqual(first.resourceIds);
  });

  test('When own webhooks are suppressed, Then only other systems receive the event', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleCreated', `${receiver.url}/own`);
    await harness.register('peopleCreated', `${receiver.url}/other`, { system: 'Other' });
    await harness.publish({ system: 'Demo Website', suppressOwn: true });
    await harness.publish({ system: 'Demo Website' });
    const requests = await receiver.waitFor(3);
    await attempted(harness, 3);
    expect(requests.map(({ path }) => path).sort()).toEqual(['/other', '/other', '/own']);
    expect(requests.find(({ path }) => path === '/other')!.headers['x-system-signature']).toBeUndefined();
  });

  test('When the receiver responds 500, Then the delivery is retried after the interval, with the same id', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleCreated', receiver.url);
    receiver.answerWith((_request, index) => ({ status: index === 0 ? 500 : 204 }));
    const eventId = await harness.publish({});
    await attempted(harness, 1);
    harness.clock.advance(HOUR - 2_000);
    await new Promise((turn) => setTimeout(turn, 100));
    expect(receiver.requests).toHaveLength(1);
    harness.clock.advance(2_100);
    const requests = await receiver.waitFor(2);
    expect(requests.map(readEventId)).toEqual([eventId, eventId]);
    await attempted(harness, 2);
    expect(attempts(harness).map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
      ['missed', 1],
      ['received', 2],
    ]);
    harness.clock.advance(40 * HOUR);
    await new Promise((turn) => setTimeout(turn, 100));
    expect(receiver.requests).toHaveLength(2);
  });

  test('When a receiver fails for 36 hours, Then there are 37 attempts; the third event in a row disables the webhook', async () => {
    const receiver = await receive();
    receiver.answerWith({ status: 500 });
    const harness = await start(receiver);
    const { id } = await harness.register('peopleCreated', receiver.url);
    const status = async () => (await harness.webhooks.getWebhook({ id, options: {} }, harness.owner())).record!.status;
    for (let n = 0; n < 3; n++) await harness.publish({ ids: [n] });
    await attempted(harness, 3);
    for (let hour = 1; hour <= 36; hour++) {
      expect(await status()).toBe('Active');
      harness.clock.advance(HOUR);
      await attempted(harness, 3 * (hour + 1));
    }
    await eventually(async () => expect(await status()).toBe('Disabled'));
    harness.clock.advance(2 * HOUR);
    await new Promise((turn) => setTimeout(turn, 100));
    expect(receiver.requests).toHaveLength(3 * 37);
  });

  test('When there is a success in between, Then dead letters do not add up', async () => {
    const receiver = await receive();
    const harness = await start(receiver, {
      config: { WEBHOOK_RETRY_INTERVAL_MS: 1_000, WEBHOOK_GIVE_UP_AFTER_MS: 500 },
    });
    const { id } = await harness.register('peopleCreated', receiver.url);
    const answers = [500, 500, 200, 500, 500];
    receiver.answerWith((_request, index) => ({ status: answers[index]! }));
    for (let n = 0; n < answers.length; n++) {
      await harness.publish({});
      await attempted(harness, n + 1);
    }
    expect((await harness.webhooks.getWebhook({ id, options: {} }, harness.owner())).record!.status).toBe('Active');
  });

  test.each([406, 410])(
    'When the receiver answers %d, Then the webhook is disabled at once, and enabling it lets pending ones go on',
    async (refusal) => {
      const receiver = await receive();
      receiver.answerWith({ status: refusal });
      const harness = await start(receiver);
      const { id } = await harness.register('peopleCreated', receiver.url);
      const eventId = await harness.publish({});
      const status = async () =>
        (await harness.webhooks.getWebhook({ id, options: {} }, harness.owner())).record!.status;
      await eventually(async () => expect(await status()).toBe('Disabled'));
      const missed = await harness.publish({});
      harness.clock.advance(HOUR + 200);
      await eventually(() => expect(attempts(harness).some(({ outcome }) => outcome === 'held')).toBe(true));
      expect(receiver.requests).toHaveLength(1);

      receiver.answerWith({});
      await harness.webhooks.updateWebhook(
        { id, record: { id, version: 0, status: 'Active' }, mask: ['status'], options: {} },
        harness.owner(),
      );
      const requests = await receiver.waitFor(2);
      expect(readEventId(requests[1]!)).toBe(eventId);
      // Events while it was disabled have no delivery but can be fetched.
      expect((await harness.events.getWebhookEvent({ id: missed }, harness.owner())).record!.id).toBe(missed);
      expect(receiver.requests).toHaveLength(2);
    },
  );

  describe('Responses of 410 that come late', () => {
    /** A notifier whose attempts wait until the test calls `answer`. */
    const startWaiting = async () => {
      const posts: { path: string; answer: (status: number) => void }[] = [];
      const post = (url: string) =>
        new Promise<EgressOutcome>((resolve) =>
          posts.push({
            path: new URL(url).pathname,
            answer: (status) => resolve({ kind: 'answered', status, response: '' }),
          }),
        );
      const harness = await start(await receive(), { dependencies: { receivers: { post } } });
      const { id } = await harness.register('peopleCreated', 'https://localhost/hook');
      return {
        harness,
        posts,
        posted: (count: number) => eventually(() => expect(posts).toHaveLength(count)),
        status: async () => (await harness.webhooks.getWebhook({ id, options: {} }, harness.owner())).record!.status,
        change: (fields: { status: string } | { url: string }) =>
          harness.webhooks.updateWebhook(
            { id, record: { id, version: 0, ...fields }, mask: Object.keys(fields), options: {} },
            harness.owner(),
          ),
      };
    };

    test('When the attempt began before the owner enabled the webhook, Then it stays enabled and the delivery continues', async () => {
      const { harness, posts, posted, status, change } = await startWaiting();
      const first = await harness.publish({ ids: [1] });
      await posted(1);
      const second = await harness.publish({ ids: [2] });
      await posted(2);
      posts[0]!.answer(410);
      await eventually(async () => expect(await status()).toBe('Disabled'));
      await change({ status: 'Active' });
      await posted(3);
      posts[1]!.answer(410);
      await posted(4);
      for (const { answer } of posts.slice(2)) answer(200);
      await attempted(harness, 4);
      expect(attempts(harness).map(({ outcome, eventId }) => [outcome, eventId])).toEqual([
        ['disable', first],
        ['disable', second],
        ['received', first],
        ['received', second],
      ]);
      expect(await status()).toBe('Active');
      expect(harness.log.of('webhook.disabled')).toMatchObject([{ by: 'receiver', eventId: first }]);
      expect(harness.log.of('webhook.enabled')).toHaveLength(1);
    });

    test('When the attempt began before the owner changed the URL, Then the webhook stays enabled and the new receiver gets the delivery', async () => {
      const { harness, posts, posted, status, change } = await startWaiting();
      await harness.publish({});
      await posted(1);
      await change({ url: 'https://localhost/new' });
      posts[0]!.answer(410);
      await posted(2);
      posts[1]!.answer(200);
      await attempted(harness, 2);
      expect(posts.map(({ path }) => path)).toEqual(['/hook', '/new']);
      expect(await status()).toBe('Active');
    });
  });

  test('When the receiver redirects, Then that is not received and not followed', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleCreated', `${receiver.url}/a`);
    receiver.answerWith({ status: 307, headers: { location: `${receiver.url}/b` } });
    await harness.publish({});
    await attempted(harness, 1);
    expect(attempts(harness)[0]).toMatchObject({ outcome: 'missed', status: 307 });
    expect(receiver.requests).toHaveLength(1);
  });

  test('When a receiver sends Retry-After, Then that attempt is delayed', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleCreated', receiver.url);
    receiver.answerWith((_request, index) => (index === 0 ? { status: 429, headers: { 'retry-after': '7200' } } : {}));
    await harness.publish({});
    await attempted(harness, 1);
    harness.clock.advance(HOUR + 1_000);
    await new Promise((turn) => setTimeout(turn, 100));
    expect(receiver.requests).toHaveLength(1);
    harness.clock.advance(HOUR);
    await receiver.waitFor(2);
  });

  test('When one receiver never responds, Then another is not delayed', async () => {
    const slow = await receive();
    const quick = await receive();
    slow.answerWith({ delayMs: Infinity });
    const harness = await start(quick, { config: { WEBHOOK_TIMEOUT_MS: 30_000 } });
    await harness.register('peopleCreated', `${slow.url}/slow`);
    await harness.register('peopleCreated', `${quick.url}/quick`);
    for (let n = 0; n < 200; n++) await harness.publish({ ids: [n] });
    await quick.waitFor(200);
    // All arrived before the first attempt to the other receiver ended.
    expect(slow.requests.length).toBeGreaterThan(0);
    expect(attempts(harness).filter(({ outcome }) => outcome === 'missed')).toEqual([]);
  });

  test('When a batch is repeated by the bus, Then nothing is sent twice', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleCreated', receiver.url);
    const eventId = await harness.publish({ ids: [1] });
    await receiver.waitFor(1);
    const again = createPersonMessage({ eventId, accountId: harness.accountId, occurred: harness.clock.date() });
    await harness.bus.publish(formatTopic('people'), [again, again]);
    await harness.publish({ ids: [2] });
    await receiver.waitFor(2);
    await attempted(harness, 2);
    expect(receiver.requests.map((request) => (request.json as { resourceIds: number[] }).resourceIds)).toEqual([
      [1],
      [2],
    ]);
  });

  test('When a process dies with leased deliveries, Then another sends all of them after their leases expire', async () => {
    const receiver = await receive();
    // The first process leases deliveries and then does nothing, as if it were killed: its calls never return.
    const dead = await startNotifier({
      database,
      databaseName: 'notifier_crash',
      ca: receiver.ca,
      config: { NOTIFIER_POLL_INTERVAL_MS: HOUR },
      dependencies: { receivers: { post: () => new Promise(() => undefined) } },
    });
    open.push(dead);
    const { id: webhookId } = await dead.register('peopleCreated', receiver.url);
    const ids = [];
    for (let n = 0; n < 30; n++) ids.push(await dead.publish({ ids: [n] }));
    await eventually(async () =>
      expect(await dead.metrics.registry.metrics()).toMatch(/porchlight_notifier_deliveries_total\{[^}]*\} 30/),
    );

    const held = async (name: string): Promise<number> =>
      Number(new RegExp(`${name}\\{[^}]*\\} (\\d+)`).exec(await dead.metrics.registry.metrics())![1]);
    const claimed = async (): Promise<number> =>
      (await held('notifier_waiting_deliveries')) + (await held('notifier_running_attempts'));
    expect(await claimed()).toBeGreaterThan(1);

    const next = await start(receiver, { databaseName: 'notifier_crash', clock: dead.clock, bus: dead.bus });
    // The dead process may lease more deliveries until its queue is full or none is left.
    await eventually(async () => expect(attempts(next)).toHaveLength(30 - (await claimed())));
    // All results are stored, so that only the leases of the dead process become due.
    const log = dead.createClient(DeliveryServiceDefinition);
    const wanted = { webhookId, status: ['Delivered'], limit: 1, offset: 0, next: '' };
    const delivered = async (): Promise<number> => (await log.listDeliveries(wanted, dead.owner())).total;
    await eventually(async () => expect(await delivered()).toBe(30 - (await claimed())));
    dead.clock.advance(15_100);
    await receiver.waitFor(30);
    await attempted(next, 30);
    expect([...new Set(receiver.requests.map(readEventId))].sort()).toEqual([...ids].sort());
    expect(receiver.requests).toHaveLength(30);
  });

  test('When the clock jumps ahead during a slow attempt, Then the receiver is not called again', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    await harness.register('peopleCreated', receiver.url);
    receiver.answerWith({ delayMs: 500 });
    await harness.publish({});
    await receiver.waitFor(1);
    harness.clock.advance(2 * HOUR);
    await attempted(harness, 1);
    // The result is stored, and many polls were made.
    await new Promise((turn) => setTimeout(turn, 300));
    expect(receiver.requests).toHaveLength(1);
    expect(attempts(harness).map(({ outcome }) => outcome)).toEqual(['received']);
  });

  test("When the system's key is unavailable, Then attempts wait and do not count against the receiver", async () => {
    const receiver = await receive();
    let away = true;
    const systemKeys = {
      find: async () => {
        if (away) throw new Error('away');
        return { key: SYSTEM_KEY };
      },
    };
    const harness = await start(receiver, { dependencies: { systemKeys } });
    await harness.register('peopleCreated', receiver.url);
    await harness.publish({});
    await eventually(() => expect(attempts(harness).some(({ outcome }) => outcome === 'no-system-key')).toBe(true));
    expect(receiver.requests).toHaveLength(0);
    away = false;
    harness.clock.advance(5_100);
    await receiver.waitFor(1);
    await eventually(() => expect(attempts(harness).at(-1)).toMatchObject({ outcome: 'received', attempt: 1 }));
  });

  test('When a webhook is deleted, Then its pending deliveries end', async () => {
    const receiver = await receive();
    const harness = await start(receiver);
    const { id } = await harness.register('peopleCreated', receiver.url);
    receiver.answerWith({ status: 500 });
    await harness.publish({});
    await attempted(harness, 1);
    await harness.webhooks.deleteWebhook({ id, options: {} }, harness.owner());
    harness.clock.advance(HOUR + 200);
    await eventually(async () =>
      expect(await harness.metrics.registry.metrics()).toMatch(/porchlight_notifier_due_deliveries\{[^}]*\} 0/),
    );
    expect(receiver.requests).toHaveLength(1);
  });
});
