import { randomBytes } from 'node:crypto';
import { randomAccountId } from '@porchlight/testkit';
import { MongoClient } from 'mongodb';
import { useNotifier } from './notifier-service';

const URL_A = 'https://localhost/a';
const databaseName = `notifier_${randomBytes(6).toString('hex')}`;

/** Names that were reserved until their families existed (decisions section 12). */
const FORMERLY_RESERVED = [
  ...['appointments', 'emails', 'peopleRelationship', 'threadedReply'].flatMap((name) =>
    ['Created', 'Updated', 'Deleted'].map((verb) => name + verb),
  ),
  'reactionCreated',
  'reactionDeleted',
];

describe('D13.8 (2) webhooks for reserved events', () => {
  const suite = useNotifier({ databaseName });

  /** A webhook that was registered for a reserved event before this version. */
  const createFormer = async (accountId: number, event: string): Promise<number> => {
    const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
    const client = await new MongoClient(suite.database.uri(databaseName)).connect();
    try {
      await client.db(databaseName).collection('webhooks').updateOne({ accountId, id }, { $set: { event } });
    } finally {
      await client.close();
    }
    return id;
  };
  const update = async (accountId: number, id: number, fields: { event?: string; status?: string }) => {
    const record = { id: 0, version: 0, ...fields };
    const request = { id, record, mask: Object.keys(fields), options: {} };
    return (await suite.notifier.webhooks.updateWebhook(request, suite.notifier.owner({ accountId }))).record!;
  };

  test.each(FORMERLY_RESERVED)(
    'Given the family of %s, When a webhook for it is created, Then it is Active',
    async (event) => {
      const webhook = await suite.notifier.register(event, URL_A, { accountId: randomAccountId() });
      expect(webhook).toMatchObject({ event, status: 'Active' });
    },
  );

  test('When a webhook is changed to such an event, Then it is accepted', async () => {
    const accountId = randomAccountId();
    const { id } = await suite.notifier.register('peopleCreated', URL_A, { accountId });
    expect(await update(accountId, id, { event: 'threadedReplyCreated' })).toMatchObject({
      event: 'threadedReplyCreated',
    });
  });

  test('Given a webhook of before, Then it stays Active and can be disabled and enabled', async () => {
    const accountId = randomAccountId();
    const id = await createFormer(accountId, 'reactionCreated');
    const { record } = await suite.notifier.webhooks.getWebhook(
      { id, options: {} },
      suite.notifier.owner({ accountId }),
    );
    expect(record).toMatchObject({ status: 'Active', event: 'reactionCreated' });
    expect(await update(accountId, id, { status: 'Disabled', event: 'reactionCreated' })).toMatchObject({
      status: 'Disabled',
    });
    expect(await update(accountId, id, { status: 'Active' })).toMatchObject({ status: 'Active' });
  });
});
