import { eventually } from '@porchlight/testkit';
import { FIRST_PAGE } from '@porchlight/resource';
import { HOUR, useNotifier } from './notifier-service';

describe('Webhooks that are disabled by the service', () => {
  const suite = useNotifier({ config: { WEBHOOK_GIVE_UP_AFTER_MS: 3 * HOUR } });

  test('When three events in a row become dead letters, Then the webhook is disabled, a log line and a notification exist, and enabling it resumes pending deliveries', async () => {
    const { accountId, clock } = suite.notifier;
    await suite.notifier.publishUser({ id: 1, name: 'Olga', role: 'Owner' });
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}/hook`);
    const status = async () =>
      (await suite.notifier.webhooks.getWebhook({ id, options: {} }, suite.notifier.owner())).record!.status;
    const attempts = () =>
      suite.notifier.log.of('delivery.attempted').filter(({ outcome }) => outcome === 'missed').length;
    suite.receiver.answerWith({ status: 500 });
    for (let n = 0; n < 3; n++) await suite.notifier.publish({ ids: [n + 1] });
    await eventually(() => expect(attempts()).toBe(3));
    clock.advance(HOUR);
    const pending = await suite.notifier.publish({ ids: [9] });
    await eventually(() => expect(attempts()).toBe(7));
    clock.advance(HOUR);
    await eventually(() => expect(attempts()).toBe(11));
    expect(await status()).toBe('Active');
    clock.advance(HOUR);
    await eventually(async () => expect(await status()).toBe('Disabled'));
    expect(suite.notifier.log.of('webhook.disabled')).toMatchObject([{ accountId, webhookId: id, by: 'service' }]);
    await eventually(async () =>
      expect(
        (await suite.notifier.notifications.listNotifications({ query: FIRST_PAGE }, suite.notifier.owner())).records,
      ).toMatchObject([
        { type: 'webhookDisabled', message: expect.stringContaining('three events in a row could not be delivered') },
        { type: 'webhookFailing' },
      ]),
    );

    suite.receiver.clear();
    suite.receiver.answerWith({});
    await suite.notifier.webhooks.updateWebhook(
      { id, record: { id, version: 0, status: 'Active' }, mask: ['status'], options: {} },
      suite.notifier.owner(),
    );
    const requests = await suite.receiver.waitFor(1);
    expect(requests.map(({ json }) => (json as { eventId: string }).eventId)).toEqual([pending]);
    expect(await status()).toBe('Active');
    // Dead letters are delivered again by a replay only.
    expect(suite.receiver.requests).toHaveLength(1);
  });
});
