import { randomUUID } from 'node:crypto';
import { FIRST_PAGE } from '@porchlight/resource';
import {
  ConversationServiceDefinition,
  DeliveryServiceDefinition,
  InboxAppServiceDefinition,
  PublishedInboxAppServiceDefinition,
} from '@porchlight/contracts';
import { type ServiceDefinition } from '@porchlight/rpc';
import {
  eventually,
  loseAnswers,
  randomAccountId,
  startDatabase,
  startReceiver,
  type Receiver,
  type TestDatabase,
} from '@porchlight/testkit';
import { HOUR, startNotifier, type NotifierService } from './notifier-service';

const databaseName = `notifier_${randomUUID().slice(0, 8)}`;
let database: TestDatabase;
let receiver: Receiver;
let harness: NotifierService;
beforeAll(async () => {
  [database, receiver] = await Promise.all([startDatabase(), startReceiver()]);
  harness = await startNotifier({ database, databaseName, ca: receiver.ca, config: { NOTIFIER_WEBHOOK_CACHE_MS: 0 } });
});
afterEach(() => receiver.clear());
afterAll(async () => {
  await harness?.stop();
  await receiver?.stop();
  await database?.stop();
});

const createClient = <D extends ServiceDefinition>(definition: D) => harness.createClient(definition);
const keyed = () => ({ idempotencyKey: { key: `key:1:${randomUUID()}`, fingerprint: 'POST' } });
/** Repeats a call whose response was lost in a crash, and once more after the response was stored. */
const threeTimes = async <T>(work: () => Promise<T>): Promise<[T, T, T]> => {
  const first = await work();
  await loseAnswers(database.uri(databaseName), databaseName);
  return [first, await work(), await work()];
};
const account = () => {
  const accountId = randomAccountId();
  return { accountId, own: harness.owner({ accountId }), call: { ...harness.owner({ accountId }), ...keyed() } };
};
const received = (path: string) => receiver.requests.filter((one) => one.path === path);

describe('A call that is repeated with its key after a crash between write and response', () => {
  it('creates one webhook and one published app, with the secret of the first attempt', async () => {
    const { own, call } = account();
    const record = { id: 0, version: 0, event: 'peopleCreated', url: `${receiver.url}/made` };
    const [webhook, ...webhooks] = await threeTimes(() =>
      harness.webhooks.createWebhook({ record, mask: ['event', 'url'], options: {} }, call),
    );
    expect(webhooks).toEqual([webhook, webhook]);
    expect(webhook.record!.secret).toMatch(/^whsec_/);
    const app = { id: 0, version: 0, name: 'Chat', redirectUrl: 'https://app.example.com/' };
    const create = { record: app, mask: ['name', 'redirectUrl'], options: {} };
    const publishing = { ...own, ...keyed() };
    const [made, ...apps] = await threeTimes(() =>
      createClient(PublishedInboxAppServiceDefinition).createPublishedInboxApp(create, publishing),
    );
    expect(apps).toEqual([made, made]);
    expect(made.record!.secret).toMatch(/^\S{20,}$/);
  });

  it('rotates a secret once and returns the one that signs', async () => {
    const { accountId, own, call } = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/rotated`, { accountId });
    const webhooks = createClient(DeliveryServiceDefinition);
    const [first, ...again] = await threeTimes(() => webhooks.rotateWebhookSecret({ webhookId: id }, call));
    expect(again).toEqual([first, first]);
    await webhooks.testWebhook({ webhookId: id, anySystem: false }, own);
    // The first secret and the new one, no third.
    expect(String(received('/rotated')[0]!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect((await webhooks.rotateWebhookSecret({ webhookId: id }, own)).secret).not.toBe(first.secret);
  });

  it('sends the test of a webhook with the same event id', async () => {
    const { accountId, call } = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/tested`, { accountId });
    await threeTimes(() => {
      harness.clock.advance(1_000);
      return createClient(DeliveryServiceDefinition).testWebhook({ webhookId: id, anySystem: false }, call);
    });
    const bodies = received('/tested').map(({ raw }) => raw.toString());
    expect(bodies).toEqual([bodies[0], bodies[0]]);
  });

  it('replays each event once', async () => {
    const { accountId, own, call } = account();
    const { id } = await harness.register('peopleCreated', `${receiver.url}/replayed`, { accountId });
    const since = harness.clock.date();
    const eventIds = [await harness.publish({ accountId }), await harness.publish({ accountId })];
    const delivered = (attempts: number) =>
      eventually(async () => {
        const all = { webhookId: id, status: [], limit: 100, offset: 0, next: '' };
        const { records } = await createClient(DeliveryServiceDefinition).listDeliveries(all, own);
        expect(records.map((one) => [one.status, one.attempts.length])).toEqual(
          eventIds.map(() => ['Delivered', attempts]),
        );
      });
    await delivered(1);
    harness.clock.advance(HOUR);
    const replay = async () => {
      const { replayed } = await createClient(DeliveryServiceDefinition).replayWebhook(
        { webhookId: id, status: 'all', since },
        call,
      );
      await delivered(2);
      harness.clock.advance(HOUR);
      return replayed;
    };
    expect(await threeTimes(replay)).toEqual([2, 2, 2]);
    // Another idempotency key is a new request.
    const other = await createClient(DeliveryServiceDefinition).replayWebhook(
      { webhookId: id, eventId: eventIds[0]! },
      own,
    );
    expect(other.replayed).toBe(1);
    await eventually(() => expect(received('/replayed')).toHaveLength(5));
  });

  it('adds one message, one note and one reply, and sends one callback', async () => {
    const { accountId, own } = account();
    const again = () => ({ ...own, ...keyed() });
    const apps = createClient(PublishedInboxAppServiceDefinition);
    const { record: app } = await apps.createPublishedInboxApp(
      {
        record: { id: 0, version: 0, name: 'Chat', redirectUrl: 'https://app.example.com/' },
        mask: ['name', 'redirectUrl'],
        options: {},
      },
      harness.owner(),
    );
    await harness.approve(app!.id);
    const subscriptionUrl = `${receiver.url}/callback/${accountId}`;
    const { record: installed } = await createClient(InboxAppServiceDefinition).installInboxApp(
      { publishedInboxAppId: app!.id, userId: 0, subscriptionUrl },
      own,
    );
    const conversations = createClient(ConversationServiceDefinition);
    const at = { inboxAppId: installed!.id, externalConversationId: 'c1' };
    const [messaging, noting, replying] = [again(), again(), again()];
    const messages = await threeTimes(() =>
      conversations.addMessage({ ...at, externalMessageId: 'm1', message: 'Hello' }, messaging),
    );
    expect(messages).toEqual([messages[0], messages[0], messages[0]]);
    expect(messages[0].created).toBe(true);
    const notes = await threeTimes(() => conversations.addNote({ ...at, message: 'Nice' }, noting));
    expect(notes).toEqual([notes[0], notes[0], notes[0]]);
    const { records } = await conversations.listConversations({ query: FIRST_PAGE }, own);
    const id = records[0]!.id;
    const replies = await threeTimes(() => conversations.replyToConversation({ id, message: 'Thanks' }, replying));
    expect(replies).toEqual([replies[0], replies[0], replies[0]]);
    await conversations.archiveConversation({ id }, own);
    const listSentEvents = () =>
      received(new URL(subscriptionUrl).pathname).map(({ json }) => (json as { event?: string }).event);
    await eventually(() => expect(listSentEvents()).toContain('inboxAppConversationArchived'));
    const events = received(new URL(subscriptionUrl).pathname).map(({ json }) => (json as { event?: string }).event);
    expect(events.filter((event) => event === 'inboxAppReply')).toHaveLength(1);
    const { record } = await conversations.getConversation({ id }, own);
    expect(record!.messages.map(({ message }) => message)).toEqual(['Hello', 'Nice', 'Thanks']);
  });
});
