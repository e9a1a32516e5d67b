import { InboxAppServiceDefinition, PublishedInboxAppServiceDefinition } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { eventually } from '@porchlight/testkit';
import { useNotifier } from './notifier-service';

const GRANT = 'grant-a';
let accounts = 50_000;

describe('N9 what is made with an OAuth grant', () => {
  const suite = useNotifier();

  /** An account of its own, its callers, and the status of its webhooks. */
  const open = async () => {
    const accountId = ++accounts;
    const { notifier } = suite;
    await notifier.publishUser({ id: 1, name: 'Olga', role: 'Owner' }, accountId);
    const register = (path: string, grantId?: string, event = 'peopleCreated') =>
      notifier.register(event, `https://localhost${path}`, { accountId, ...(grantId && { grantId }) });
    const read = async (id: number) =>
      (await notifier.webhooks.getWebhook({ id, options: {} }, notifier.owner({ accountId }))).record!.status;
    const update = (id: number, fields: { status?: string; url?: string }, grantId?: string) =>
      notifier.webhooks.updateWebhook(
        { id, record: { id: 0, version: 0, ...fields }, mask: Object.keys(fields), options: {} },
        notifier.owner({ accountId, ...(grantId && { grantId }) }),
      );
    const end = (grantId: string, { eventId, successor }: { eventId?: string; successor?: string } = {}) =>
      notifier.publish({
        ...{ accountId, service: 'auth', resource: 'grants', verb: 'deleted', ids: [], webhookEvents: [] },
        ...(eventId && { eventId }),
        dataJson: JSON.stringify({ grantId, userId: 1, clientId: 'client', ...(successor && { successor }) }),
      });
    const listNotifications = async () =>
      (await notifier.notifications.listNotifications({ query: FIRST_PAGE }, notifier.owner({ accountId }))).records;
    return { accountId, register, read, update, end, listNotifications };
  };

  test('When the grant ends, Then its webhooks are disabled, others stay, and the owner is notified and can enable them', async () => {
    const { register, read, update, end, listNotifications } = await open();
    const own = await register('/own', GRANT);
    const other = await register('/key');
    await end(GRANT);
    await eventually(async () => expect(await read(own.id)).toBe('Disabled'));
    expect(await read(other.id)).toBe('Active');
    await eventually(async () =>
      expect(await listNotifications()).toMatchObject([
        {
          type: 'webhookDisabled',
          message: expect.stringContaining('the access of the app that created it ended'),
        },
      ]),
    );
    await update(own.id, { status: 'Active' });
    await end(GRANT);
    await end('grant-of-others');
    expect(await read(own.id)).toBe('Active');
  });

  test('D13.9 Given another approval of the same app, When one ends, Then the webhook stays until the other ends', async () => {
    const { register, read, end } = await open();
    const own = await register('/own', GRANT);
    const mark = await register('/mark', 'grant-c');
    await end(GRANT, { successor: 'grant-b' });
    await end('grant-c');
    await eventually(async () => expect(await read(mark.id)).toBe('Disabled'));
    expect(await read(own.id)).toBe('Active');
    await end('grant-b');
    await eventually(async () => expect(await read(own.id)).toBe('Disabled'));
  });

  test('Given the end of a successor that is read first, When a minute has passed, Then the webhook is disabled', async () => {
    const { register, read, end } = await open();
    const own = await register('/own', GRANT);
    const marks = [await register('/second', 'grant-b'), await register('/third', 'grant-c', 'peopleUpdated')];
    await end('grant-b');
    await eventually(async () => expect(await read(marks[0]!.id)).toBe('Disabled'));
    await end(GRANT, { successor: 'grant-b' });
    await end('grant-c');
    await eventually(async () => expect(await read(marks[1]!.id)).toBe('Disabled'));
    expect(await read(own.id)).toBe('Active');
    suite.notifier.clock.advance(61_000);
    await eventually(async () => expect(await read(own.id)).toBe('Disabled'));
  });

  test('Given another grant or another account, When it ends, Then the webhook stays Active', async () => {
    const { register, read, end } = await open();
    const foreign = await open();
    const { id } = await register('/own', GRANT);
    const { id: ended } = await register('/ended', 'grant-b');
    await foreign.end(GRANT);
    await end('grant-b');
    await eventually(async () => expect(await read(ended)).toBe('Disabled'));
    expect(await read(id)).toBe('Active');
  });

  test('Given a webhook whose URL was changed with a grant, When it ends, Then the webhook is disabled', async () => {
    const { register, read, update, end } = await open();
    const { id } = await register('/key');
    await update(id, { url: 'https://localhost/app' }, GRANT);
    await end(GRANT);
    await eventually(async () => expect(await read(id)).toBe('Disabled'));
  });

  test('Given a webhook that a gateway still admitted, When a minute has passed, Then it is disabled', async () => {
    const { register, read, end } = await open();
    const first = await register('/first', GRANT);
    await end(GRANT);
    await eventually(async () => expect(await read(first.id)).toBe('Disabled'));
    const late = await register('/late', GRANT);
    suite.notifier.clock.advance(61_000);
    await eventually(async () => expect(await read(late.id)).toBe('Disabled'));
  });

  test('Given an installed inbox app, When the grant ends, Then the installation is disabled until it is installed again', async () => {
    const { accountId, end } = await open();
    const { notifier, receiver } = suite;
    const call = notifier.owner({ accountId, grantId: GRANT });
    const published = await notifier.createClient(PublishedInboxAppServiceDefinition).createPublishedInboxApp(
      {
        record: { id: 0, version: 0, name: 'Chat', redirectUrl: 'https://localhost/redirect' },
        mask: ['name', 'redirectUrl'],
        options: {},
      },
      call,
    );
    const publishedInboxAppId = published.record!.id;
    const apps = notifier.createClient(InboxAppServiceDefinition);
    const request = { publishedInboxAppId, userId: 0, subscriptionUrl: `${receiver.url}/chat` };
    await apps.installInboxApp(request, call);
    const statuses = async () =>
      (await apps.listInstalledInboxApps({ publishedInboxAppId }, call)).records.map(({ status }) => status);
    expect(await statuses()).toEqual(['Active']);
    await end(GRANT);
    await eventually(async () => expect(await statuses()).toEqual(['Disabled']));
    await apps.installInboxApp(request, notifier.owner({ accountId }));
    await end(GRANT);
    await eventually(async () => expect(await statuses()).toEqual(['Active']));
  });
});
