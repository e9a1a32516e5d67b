import type { Actor } from '@porchlight/access';
import { PublishedInboxAppServiceDefinition, ReferenceServiceDefinition } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { randomAccountId } from '@porchlight/testkit';
import { SYSTEM, useNotifier } from './notifier-service';

describe('D13.9 (1) webhooks and published apps of a system', () => {
  const suite = useNotifier();
  const record = { kind: 'systems', id: 1, name: SYSTEM };

  const open = async () => {
    const accountId = randomAccountId();
    const as = (change: Partial<Actor> = {}) => suite.notifier.owner({ accountId, ...change });
    const references = suite.notifier.createClient(ReferenceServiceDefinition);
    const published = suite.notifier.createClient(PublishedInboxAppServiceDefinition);
    const webhook = await suite.notifier.register('peopleCreated', 'https://localhost/a', { accountId });
    await suite.notifier.register('peopleCreated', 'https://localhost/b', { accountId, system: 'Other' });
    const app = await published.createPublishedInboxApp(
      {
        record: { id: 0, version: 0, name: 'Chat', redirectUrl: 'https://localhost/chat' },
        mask: ['name', 'redirectUrl'],
        options: {},
      },
      as(),
    );
    const list = async () => {
      const caller = as({ system: 'Console' });
      const { records } = await suite.notifier.webhooks.listWebhooks({ query: FIRST_PAGE }, caller);
      return records.map(({ system }) => system);
    };
    const listApps = async () =>
      (await published.listPublishedInboxApps({ query: FIRST_PAGE }, as())).records.map(({ name }) => name);
    return { as, references, webhook, app: app.record!, list, listApps };
  };

  test('Given a system, Then they are found with kind, id and name, and those of other systems are not', async () => {
    const { as, references, webhook, app } = await open();
    const spelled = { ...record, name: SYSTEM.toUpperCase() };
    const { references: found } = await references.findReferences({ record: spelled }, as({ system: 'Console' }));
    expect(found).toEqual([
      { kind: 'webhook', id: webhook.id, name: 'peopleCreated to https://localhost/a' },
      { kind: 'publishedInboxApp', id: app.id, name: 'Chat' },
    ]);
  });

  test('Given a system, Then they are deleted, also when repeated, and those of other systems stay', async () => {
    const { as, references, list, listApps } = await open();
    expect(await references.deleteReferences({ record }, as({ system: 'Console' }))).toEqual({ deleted: 2 });
    expect(await references.deleteReferences({ record }, as({ system: 'Console' }))).toEqual({ deleted: 0 });
    expect(await list()).toEqual(['Other']);
    expect(await listApps()).toEqual([]);
  });

  test('Given another account, Then nothing is found or deleted', async () => {
    const { references, list } = await open();
    const stranger = suite.notifier.owner({ accountId: randomAccountId() });
    expect(await references.findReferences({ record }, stranger)).toEqual({ references: [] });
    expect(await references.deleteReferences({ record }, stranger)).toEqual({ deleted: 0 });
    expect(await list()).toEqual(['Other', SYSTEM]);
  });
});
