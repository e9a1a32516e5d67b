import { createRecordingMailer } from '@porchlight/mail';
import { eventually } from '@porchlight/testkit';
import { FIRST_PAGE } from '@porchlight/resource';
import { HOUR, useNotifier } from './notifier-service';

const OTHER = 'Monitor';
let lastPerson = 0;

describe('D13.8 (2) warnings before a webhook is disabled', () => {
  const suite = useNotifier();
  let hooks = 0;

  const newOwner = async () => {
    const actor = { accountId: 40_000 + ++hooks };
    await suite.notifier.publishUser({ id: 1, name: 'Olga', role: 'Owner' }, actor.accountId);
    return actor;
  };
  /** Registers a webhook of a new account at its own path, which answers with `status`. */
  const start = async (status: number) => {
    const actor = await newOwner();
    suite.receiver.answerWith({ status });
    const path = `/hook${actor.accountId}`;
    const { id } = await suite.notifier.register('peopleCreated', `${suite.receiver.url}${path}`, actor);
    const listNotifications = async () =>
      (await suite.notifier.notifications.listNotifications({ query: FIRST_PAGE }, suite.notifier.owner(actor)))
        .records;
    return {
      actor,
      id,
      publish: () => suite.notifier.publish({ ...actor, ids: [++lastPerson] }),
      listNotifications,
      waitForNotifications: (count: number) =>
        eventually(async () => {
          const records = await listNotifications();
          expect(records).toHaveLength(count);
          return records;
        }),
      attempts: () =>
        suite.notifier.log.of('delivery.attempted').filter(({ accountId }) => accountId === actor.accountId).length,
    };
  };
  type Started = Awaited<ReturnType<typeof start>>;
  const waitForAttempts = ({ attempts }: Started, count: number) => eventually(() => expect(attempts()).toBe(count));
  const passHours = async (started: Started, hours: number) => {
    const before = started.attempts();
    for (let hour = 1; hour <= hours; hour++) {
      suite.notifier.clock.advance(HOUR);
      await waitForAttempts(started, before + hour);
    }
  };

  test('Given a receiver that fails, When 12 h have passed, Then the owner is warned once', async () => {
    const webhook = await start(500);
    await webhook.publish();
    await waitForAttempts(webhook, 1);
    await passHours(webhook, 11);
    expect(await webhook.listNotifications()).toEqual([]);
    await passHours(webhook, 2);
    const [warning] = await webhook.waitForNotifications(1);
    expect(warning).toMatchObject({
      type: 'webhookFailing',
      link: '/console/webhooks',
      message: expect.stringContaining('no attempt has succeeded for hours'),
    });
    await passHours(webhook, 6);
    expect(await webhook.listNotifications()).toHaveLength(1);
  });

  test('Given a success in between, When 12 h have passed since the first failure, Then the owner is not warned', async () => {
    const webhook = await start(500);
    await webhook.publish();
    await waitForAttempts(webhook, 1);
    await passHours(webhook, 8);
    suite.receiver.answerWith({});
    await passHours(webhook, 1);
    suite.receiver.answerWith({ status: 500 });
    await webhook.publish();
    await eventually(() => expect(webhook.attempts()).toBe(11));
    await passHours(webhook, 6);
    expect(await webhook.listNotifications()).toEqual([]);
  });

  test('Given another system that is registered for webhookFailing, When a webhook fails, Then it gets the id without uri', async () => {
    const webhook = await start(500);
    const { actor } = webhook;
    await suite.notifier.register('webhookFailing', `${suite.receiver.url}/monitor${actor.accountId}`, {
      ...actor,
      system: OTHER,
    });
    await webhook.publish();
    await waitForAttempts(webhook, 1);
    await passHours(webhook, 11);
    suite.notifier.clock.advance(HOUR);
    const notified = () => suite.receiver.requests.filter(({ path }) => path === `/monitor${actor.accountId}`);
    await eventually(() => expect(notified()).toHaveLength(1));
    expect(notified()[0]!.json).toEqual({
      eventId: expect.any(String),
      eventCreated: expect.any(String),
      event: 'webhookFailing',
      resourceIds: [webhook.id],
      uri: null,
    });
  });

  test('Given a receiver that answers 410, When its webhook is disabled, Then the owner gets no warning before', async () => {
    const webhook = await start(410);
    await webhook.publish();
    const [notice] = await webhook.waitForNotifications(1);
    expect(notice).toMatchObject({ type: 'webhookDisabled' });
  });

  test('Given a warned owner, When the owner disables and enables the webhook, Then the count of 12 h begins anew', async () => {
    const webhook = await start(500);
    await webhook.publish();
    await waitForAttempts(webhook, 1);
    await passHours(webhook, 12);
    await webhook.waitForNotifications(1);
    for (const status of ['Disabled', 'Active'])
      await suite.notifier.webhooks.updateWebhook(
        { id: webhook.id, record: { id: webhook.id, version: 0, status }, mask: ['status'], options: {} },
        suite.notifier.owner(webhook.actor),
      );
    await eventually(() => expect(webhook.attempts()).toBeGreaterThan(13));
    await passHours(webhook, 11);
    expect(await webhook.listNotifications()).toHaveLength(1);
  });
});

describe('D13.8 (2) the first event that is given up', () => {
  const mailer = createRecordingMailer();
  const suite = useNotifier({ config: { WEBHOOK_GIVE_UP_AFTER_MS: HOUR }, dependencies: { mailer } });

  test('When it is given up, Then the owner gets a notification and a mail while the webhook is Active', async () => {
    const { notifier } = suite;
    await notifier.publishUser({ id: 1, name: 'Olga', role: 'Owner', email: 'olga@example.com' });
    const { id } = await notifier.register('peopleCreated', `${suite.receiver.url}/hook`);
    const attempts = () => notifier.log.of('delivery.attempted').length;
    suite.receiver.answerWith({ status: 500 });
    await notifier.publish({ ids: [1] });
    await eventually(() => expect(attempts()).toBe(1));
    notifier.clock.advance(HOUR);
    await eventually(async () => {
      const { records } = await notifier.notifications.listNotifications({ query: FIRST_PAGE }, notifier.owner());
      expect(records).toMatchObject([
        { type: 'webhookFailing', message: expect.stringContaining('an event could not be delivered within its time') },
      ]);
    });
    await eventually(() => expect(mailer.mails).toMatchObject([{ to: { address: 'olga@example.com' } }]));
    const { record } = await notifier.webhooks.getWebhook({ id, options: {} }, notifier.owner());
    expect(record!.status).toBe('Active');
  });
});
