import { AuditLogServiceDefinition, DeliveryServiceDefinition } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { eventually, randomAccountId } from '@porchlight/testkit';
import { useNotifier } from './notifier-service';

describe('D13.9 (1) the audit log of webhooks', () => {
  const suite = useNotifier();

  test('Given the owner in the console, When a webhook of another system is disabled, enabled, tested and deleted, Then each is in the audit log once', async () => {
    const { notifier, receiver } = suite;
    const accountId = randomAccountId();
    const { id } = await notifier.register('peopleCreated', `${receiver.url}/audited`, { accountId });
    const caller = notifier.owner({ accountId, system: 'Console' });
    const set = (status: string) =>
      notifier.webhooks.updateWebhook(
        { id, record: { id: 0, version: 0, status }, mask: ['status'], options: {} },
        caller,
      );
    await set('Disabled');
    await set('Active');
    await notifier.createClient(DeliveryServiceDefinition).testWebhook({ webhookId: id, anySystem: false }, caller);
    await notifier.webhooks.deleteWebhook({ id, options: {} }, caller);
    const list = async () => {
      const query = { ...FIRST_PAGE, limit: 100 };
      const log = notifier.createClient(AuditLogServiceDefinition);
      return (await log.listAuditRecords({ query }, caller)).records;
    };
    await eventually(async () => expect(await list()).toHaveLength(5));
    const by = { resource: 'webhooks', resourceId: id, userId: 1 };
    expect(
      new Set((await list()).map(({ verb, system, ...record }) => [verb, system, record.changed].join(' '))),
    ).toEqual(new Set(['created Demo Website ', 'updated Console status', 'tested Console ', 'deleted Console ']));
    for (const record of await list()) expect(record).toMatchObject(by);
  });
});
