import { eventually, startDatabase, startReceiver, type Receiver, type TestDatabase } from '@porchlight/testkit';
import { HOUR, startNotifier, type NotifierService } from './notifier-service';

describe('Webhooks that are disabled by the service', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: NotifierService;
  beforeAll(async () => {
    [database, receiver] = await Promise.all([startDatabase(), startReceiver()]);
    harness = await startNotifier({ database, ca: receiver.ca, config: { WEBHOOK_GIVE_UP_AFTER_MS: 3 * HOUR } });
  });
  afterAll(async () => {
    await harness?.stop();
    await receiver?.stop();
    await database?.stop();
  });

  test('When three events in a row become dead letters, Then the webhook is disabled, a log line and a notification exist, and enabling it resumes pending deliveries', async () => {
    const { accountId, clock } = harness;
    await harness.publishUser({ id: 1, name: 'Olga', role: 'Owner' });
    const { id } = await harness.register('peopleCreated', `${receiver.url}/hook`);
    const status = async () => (await harness.webhooks.getWebhook({ id, options: {} }, harness.owner())).record!.status;
    const attempts = () => harness.log.of('delivery.attempted').filter(({ outcome }) => outcome === 'missed').length;
    receiver.answerWith({ status: 500 });
    for (let n = 0; n < 3; n++) await harness.publish({ ids: [n + 1] });
    await eventually(() => expect(attempts()).toBe(3));
    clock.advance(HOUR);
    const pending = await harness.publish({ ids: [9] });
    await eventually(() => expect(attempts()).toBe(7));
    clock.advance(HOUR);
    await eventually(() => expect(attempts()).toBe(11));
    expect(await status()).toBe('Active');
    clock.advance(HOUR);
    await eventually(async () => expect(await status()).toBe('Disabled'));
    expect(harness.log.of('webhook.disabled')).toMatchObject([{ accountId, webhookId: id, by: 'service' }]);
    const query = { limit: 10, offset: 0, next: '', sort: '', descending: true, filters: [], customFields: [] };
    await eventually(async () =>
      expect((await harness.notifications.listNotifications({ query }, harness.owner())).records).toMatchObject([
        { type: 'webhookDisabled', message: expect.stringContaining('three events in a row could not be delivered') },
      ]),
    );

    receiver.clear();
    receiver.answerWith({});
    await harness.webhooks.updateWebhook(
      { id, record: { id, version: 0, status: 'Active' }, mask: ['status'], options: {} },
      harness.owner(),
    );
    const requests = await receiver.waitFor(1);
    expect(requests.map(({ json }) => (json as { eventId: string }).eventId)).toEqual([pending]);
    expect(await status()).toBe('Active');
    // Dead letters are delivered again by a replay only.
    expect(receiver.requests).toHaveLength(1);
  });
});
