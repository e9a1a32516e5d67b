import { createHmac } from 'node:crypto';
import type { Actor } from '@porchlight/access';
import { DeliveryServiceDefinition, type Delivery } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { eventually, randomAccountId, type ReceivedRequest } from '@porchlight/testkit';
import { HOUR, SYSTEM_KEY, useNotifier } from './notifier-service';

const readError = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (isRefusal(error)) return { reason: error.reason, ...error.params };
    throw error;
  }
  throw new Error('The call was not refused.');
};

describe('The delivery log', () => {
  const suite = useNotifier({ config: { WEBHOOK_TIMEOUT_MS: 5_000 } });

  const client = () => suite.notifier.createClient(DeliveryServiceDefinition);
  interface Wanted {
    status?: string[];
    since?: Date;
    limit?: number;
    offset?: number;
    next?: string;
  }
  const list = (webhookId: number, change: Partial<Actor>, more: Wanted = {}) =>
    client().listDeliveries(
      { webhookId, status: [], limit: 10, offset: 0, next: '', ...more },
      suite.notifier.owner(change),
    );
  const settled = (webhookId: number, accountId: number, status: string, count = 1): Promise<Delivery[]> =>
    eventually(async () => {
      const { records } = await list(webhookId, { accountId }, { status: [status], limit: 100 });
      expect(records).toHaveLength(count);
      return records;
    });

  test('When deliveries succeed, fail and wait, Then the log shows each with its attempts; filters and pages work', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/log`, { accountId });
    const begun = suite.notifier.clock.date();
    const good = await suite.notifier.publish({ accountId, ids: [1] });
    await settled(id, accountId, 'Delivered');
    suite.receiver.answerWith({ status: 500, body: 'no <b>room</b>' });
    suite.notifier.clock.advance(60_000);
    const since = suite.notifier.clock.date();
    const bad = await suite.notifier.publish({ accountId, ids: [2] });
    const [failed] = await eventually(async () => {
      const { records } = await list(id, { accountId }, { status: ['Pending'] });
      expect(records[0]?.attempts).toHaveLength(1);
      return records;
    });
    expect(failed).toMatchObject({
      eventId: bad,
      event: 'peopleCreated',
      status: 'Pending',
      created: since,
      nextAttempt: new Date(since.getTime() + HOUR),
      attempts: [{ at: since, status: 500, response: 'no <b>room</b>', ms: expect.any(Number) }],
    });
    const { records, total, next } = await list(id, { accountId });
    expect({ total, next }).toEqual({ total: 2, next: '' });
    expect(records.map(({ eventId, status }) => [eventId, status])).toEqual([
      [bad, 'Pending'],
      [good, 'Delivered'],
    ]);
    expect(records[1]).toMatchObject({ created: begun, attempts: [{ status: 200 }] });
    expect(records[1]!.nextAttempt).toBeUndefined();
    expect((await list(id, { accountId }, { since })).records.map(({ eventId }) => eventId)).toEqual([bad]);
    expect(
      (await list(id, { accountId }, { status: ['Delivered', 'GivenUp'] })).records.map(({ eventId }) => eventId),
    ).toEqual([good]);

    // Without a response the log contains an error code; it is stored for 30 days.
    suite.receiver.answerWith({ hangUp: true });
    suite.notifier.clock.advance(HOUR);
    const tried = async () => (await list(id, { accountId }, { status: ['Pending'] })).records[0]?.attempts;
    await eventually(async () => expect(await tried()).toMatchObject([{ status: 500 }, { error: 'reset' }]));
    suite.receiver.answerWith({});
    suite.notifier.clock.advance(31 * 24 * HOUR);
    expect(await list(id, { accountId })).toMatchObject({ records: [], total: 0 });
  });

  test('When many deliveries have the same time, Then pages contain each once, newest first', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/pages`, { accountId });
    const published: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 5; n++) published.push(await suite.notifier.publish({ accountId, ids: [n + 1] }));
      await settled(id, accountId, 'Delivered', published.length);
      suite.notifier.clock.advance(round === 0 ? 5 * HOUR : 10);
    }
    const seen: string[] = [];
    let next = '';
    let pages = 0;
    do {
      const page = await list(id, { accountId }, { limit: 4, next });
      expect(page.total).toBe(15);
      seen.push(...page.records.map(({ eventId }) => eventId));
      next = page.next;
      pages++;
    } while (next !== '');
    expect(pages).toBe(4);
    expect([...seen].sort()).toEqual([...published].sort());
    expect(new Set(seen.slice(10))).toEqual(new Set(published.slice(0, 5)));
    const left = (await list(id, { accountId }, { limit: 4, offset: 3 })).records;
    expect(left.map(({ eventId }) => eventId)).toEqual(seen.slice(3, 7));
    for (const token of ['x', '1.2.3', '1.99999', `${Date.now()}`])
      expect(await readError(list(id, { accountId }, { next: token }))).toMatchObject({ reason: 'INVALID_NEXT' });
  });

  test('When the webhook belongs to another system or account, or the caller is not the owner, Then all methods are refused', async () => {
    const accountId = randomAccountId();
    const { id: webhookId } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/own`, {
      accountId,
    });
    const calls = (change: Partial<Actor>): Promise<unknown>[] => {
      const by = suite.notifier.owner({ accountId, ...change });
      return [
        client().listDeliveries({ webhookId, status: [], limit: 10, offset: 0, next: '' }, by),
        client().replayWebhook({ webhookId, eventId: 'x' }, by),
        client().testWebhook({ webhookId, anySystem: false }, by),
        client().rotateWebhookSecret({ webhookId }, by),
      ];
    };
    const refused = async (change: Partial<Actor>, reason: string): Promise<void> => {
      for (const call of calls(change)) expect(await readError(call)).toMatchObject({ reason });
    };
    await refused({ system: 'Other' }, 'NOT_FOUND');
    await refused({ accountId: randomAccountId() }, 'NOT_FOUND');
    await refused({ system: undefined }, 'SYSTEM_REQUIRED');
    for (const role of ['Broker', 'Agent', 'Lender'] as const) await refused({ role }, 'FORBIDDEN');
    // An owner session of the console reads the logs of all systems' webhooks.
    const [seen, replay, tested, rotated] = await Promise.allSettled(calls({ system: 'Console' }));
    expect(seen).toMatchObject({ status: 'fulfilled', value: { records: [], total: 0 } });
    for (const call of [replay, rotated])
      expect(call).toMatchObject({ status: 'rejected', reason: { reason: 'CONFLICT' } });
    // D13.9: the owner may test it.
    expect(tested).toMatchObject({ status: 'fulfilled' });
    expect(suite.receiver.requests).toHaveLength(1);
  });

  const computeSignatures = (request: ReceivedRequest, secrets: readonly string[]): string => {
    const signed = `${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.${request.raw.toString()}`;
    return secrets
      .map(
        (secret) =>
          `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
            .update(signed)
            .digest('base64')}`,
      )
      .join(' ');
  };

  test('When a webhook is tested, Then a signed event `test` is sent at once, and its outcome is returned; nothing is recorded', async () => {
    const accountId = randomAccountId();
    const { id: webhookId, secret } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/test`, {
      accountId,
    });
    const test = () => client().testWebhook({ webhookId, anySystem: false }, suite.notifier.owner({ accountId }));
    expect(await test()).toEqual({ status: 200, ms: expect.any(Number) });
    const [request] = suite.receiver.requests;
    expect(request!.json).toEqual({
      eventId: request!.headers['webhook-id'],
      eventCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      event: 'test',
      resourceIds: [],
      uri: null,
    });
    expect(request!.headers['webhook-signature']).toBe(computeSignatures(request!, [secret!]));
    expect(request!.headers['x-system-signature']).toBe(
      createHmac('sha256', SYSTEM_KEY).update(request!.raw.toString('base64')).digest('hex'),
    );
    suite.receiver.answerWith({ status: 410 });
    expect(await test()).toEqual({ status: 410, ms: expect.any(Number) });
    suite.receiver.answerWith({ delayMs: Infinity });
    expect(await test()).toEqual({ error: 'no-answer', ms: expect.any(Number) });
    expect((await list(webhookId, { accountId })).total).toBe(0);
    const { record } = await suite.notifier.webhooks.getWebhook(
      { id: webhookId, options: {} },
      suite.notifier.owner({ accountId }),
    );
    expect(record).toMatchObject({ status: 'Active' });
  });

  test('When a test is running, Then a second one for the same webhook is refused', async () => {
    const accountId = randomAccountId();
    const { id: webhookId } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/busy`, {
      accountId,
    });
    suite.receiver.answerWith({ delayMs: 300 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () =>
        client().testWebhook({ webhookId, anySystem: false }, suite.notifier.owner({ accountId })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ reason: 'RATE_LIMITED', params: { seconds: 5 } });
  });

  test('When the secret is rotated, Then both sign for 24 hours, then only the new one', async () => {
    const accountId = randomAccountId();
    const { id: webhookId, secret: first } = await suite.notifier.register(
      'peopleCreated',
      `${suite.receiver.url}/rotate`,
      {
        accountId,
      },
    );
    const { secret: second } = await client().rotateWebhookSecret({ webhookId }, suite.notifier.owner({ accountId }));
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).not.toBe(first);
    const notified = async (): Promise<ReceivedRequest> => {
      suite.receiver.clear();
      await suite.notifier.publish({ accountId });
      return (await suite.receiver.waitFor(1))[0]!;
    };
    const both = await notified();
    expect(both.headers['webhook-signature']).toBe(computeSignatures(both, [second, first!]));
    suite.notifier.clock.advance(24 * HOUR - 60_000);
    const { secret: third } = await client().rotateWebhookSecret({ webhookId }, suite.notifier.owner({ accountId }));
    const three = await notified();
    expect(three.headers['webhook-signature']).toBe(computeSignatures(three, [third, second, first!]));
    suite.notifier.clock.advance(60_001);
    const two = await notified();
    expect(two.headers['webhook-signature']).toBe(computeSignatures(two, [third, second]));
    suite.notifier.clock.advance(24 * HOUR);
    const one = await notified();
    expect(one.headers['webhook-signature']).toBe(computeSignatures(one, [third]));
    for (const secret of [first!, second, third]) expect(suite.notifier.log.text()).not.toContain(secret);
  });
});
