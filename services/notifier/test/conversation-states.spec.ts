import {
  conversations,
  ConversationServiceDefinition,
  InboxAppServiceDefinition,
  PublishedInboxAppServiceDefinition,
  teamInboxes,
  type AddMessageRequest,
} from '@porchlight/contracts';
import { eventually, expectRefusal, randomAccountId } from '@porchlight/testkit';
import { useNotifier } from './notifier-service';

const suite = useNotifier({ config: { WEBHOOK_TIMEOUT_MS: 5_000 } });

const AGENT = 3;
const OTHER = 4;

const client = () => suite.notifier.createClient(ConversationServiceDefinition);

/** A new account with an owner, two agents and an installed inbox app; `userId` is the user of the app. */
const openAccount = async (userId = 0) => {
  const accountId = randomAccountId();
  const actor = (id: number, role: 'Owner' | 'Agent') =>
    suite.notifier.owner({ accountId, userId: id, role, ...(role === 'Agent' && { system: undefined }) });
  const callers = { owner: actor(1, 'Owner'), agent: actor(AGENT, 'Agent'), other: actor(OTHER, 'Agent') };
  for (const id of [1, AGENT, OTHER])
    await suite.notifier.publishUser({ id, name: `User ${id}`, role: id === 1 ? 'Owner' : 'Agent' }, accountId);
  await suite.notifier.publishUser({ id: 5, name: 'Gone', role: 'Agent', status: 'Disabled' }, accountId);
  const inboxes = suite.notifier.as(callers.owner.actor).on(teamInboxes);
  await eventually(async () => void (await inboxes.create({ name: 'Rentals', users: [AGENT] })));
  const published = await suite.notifier.createClient(PublishedInboxAppServiceDefinition).createPublishedInboxApp(
    {
      record: { id: 0, version: 0, name: 'Chat', redirectUrl: 'https://app.example.com/' },
      mask: ['name', 'redirectUrl'],
      options: {},
    },
    suite.notifier.owner(),
  );
  await suite.notifier.approve(published.record!.id);
  const subscriptionUrl = `${suite.receiver.url}/app`;
  const installed = await suite.notifier
    .createClient(InboxAppServiceDefinition)
    .installInboxApp({ publishedInboxAppId: published.record!.id, userId, subscriptionUrl }, callers.owner);
  suite.receiver.clear();
  const add = (message: Partial<AddMessageRequest> = {}) =>
    client().addMessage(
      {
        ...{ inboxAppId: installed.record!.id, externalConversationId: 'c1', externalMessageId: 'm1' },
        ...{ message: 'Hello', ...message },
      },
      callers.owner,
    );
  const { record } = await add();
  const as = (name: keyof typeof callers) => suite.notifier.as(callers[name].actor).on(conversations);
  return { accountId, callers, as, add, appId: installed.record!.id, id: record!.conversationId };
};
const sentEvents = (): string[] => suite.receiver.requests.map(({ json }) => (json as { event: string }).event);

describe('D9.5 a user changes the state of a conversation', () => {
  test('given an assignment, then lists of the user and of unassigned ones follow it', async () => {
    const { as, id } = await openAccount();
    const ids = async (filter: string) => (await as('agent').list(filter)).records.map((record) => record['id']);
    expect(await ids('unassigned=true')).toEqual([id]);
    expect(await as('agent').update(id, { assignedUserId: AGENT })).toMatchObject({ assignedUserId: AGENT });
    expect(await ids('unassigned=true')).toEqual([]);
    expect(await ids('unassigned=false')).toEqual([id]);
    expect(await ids(`assignedUserId=${AGENT}`)).toEqual([id]);
    expect(await ids(`assignedUserId=${OTHER}`)).toEqual([]);
    expect(await as('agent').update(id, { assignedUserId: null })).toMatchObject({ assignedUserId: null });
    expect(await ids('unassigned=true')).toEqual([id]);
  });

  test.each([99, 5])('given user %d, who does not exist or is disabled, then 400 and nothing changes', async (user) => {
    const { as, id } = await openAccount();
    await expectRefusal(as('agent').update(id, { assignedUserId: user, archived: true }), 'UNKNOWN_REFERENCE');
    expect((await as('agent').list()).records[0]).toMatchObject({ assignedUserId: null, archived: false });
  });

  test('given a team inbox, then only users who see it can be assigned', async () => {
    const { as, add } = await openAccount();
    const { record } = await add({ externalConversationId: 'c2', externalMessageId: 'm2', inboxId: 1 });
    const id = record!.conversationId;
    await expectRefusal(as('agent').update(id, { assignedUserId: OTHER }), 'INVALID_BODY');
    expect(await as('agent').update(id, { assignedUserId: 1 })).toMatchObject({ assignedUserId: 1 });
    await expectRefusal(as('other').update(id, { archived: true }), 'NOT_FOUND');
  });

  test("given a user's inbox, then an assignment moves the conversation to the inbox of the assigned user", async () => {
    const { as, id } = await openAccount(AGENT);
    await as('agent').update(id, { assignedUserId: OTHER });
    expect((await as('other').list()).records).toMatchObject([{ id, userId: OTHER, assignedUserId: OTHER }]);
    await expectRefusal(as('agent').update(id, { unread: true }), 'NOT_FOUND');
  });

  test('given a user who reads it, then reader and time are shown until it is unread', async () => {
    const { as, add, callers, id } = await openAccount();
    const unreadCount = async () => (await client().countUnread({}, callers.agent)).count;
    expect(await as('agent').update(id, { unread: false })).toMatchObject({
      ...{ unread: false, readById: AGENT, readAt: expect.any(String) },
    });
    expect(await unreadCount()).toBe(0);
    expect(await as('other').update(id, { unread: true })).toMatchObject({
      unread: true,
      readById: null,
      readAt: null,
    });
    expect(await unreadCount()).toBe(1);
    await as('other').update(id, { unread: false });
    await add({ externalMessageId: 'm2' });
    expect((await as('agent').list()).records[0]).toMatchObject({ unread: true, readById: null });
  });

  test('given read and archived at once, then the app gets each callback once, also after a repeat', async () => {
    const { as, id } = await openAccount();
    const change = { unread: false, archived: true };
    const first = await as('agent').update(id, change);
    expect(await as('agent').update(id, change)).toEqual(first);
    await as('agent').update(id, { archived: false });
    await as('agent').update(id, { archived: true });
    await eventually(() =>
      expect(sentEvents().sort()).toEqual([
        ...['inboxAppConversationArchived', 'inboxAppConversationArchived', 'inboxAppConversationRead'],
      ]),
    );
  });

  test('given another version in If-Match, then 412 and nothing changes', async () => {
    const { callers, as, id } = await openAccount();
    const record = { id, version: 0, participants: [], messages: [], archived: true };
    const write = (ifVersion: string) =>
      client().updateConversation({ id, record, mask: ['archived'], options: { ifVersion } }, callers.agent);
    await expectRefusal(write('99'), 'PRECONDITION_FAILED');
    const { record: current } = await client().getConversation({ id }, callers.agent);
    expect((await write(String(current!.version))).record).toMatchObject({ archived: true });
    expect((await as('agent').list('archived=true')).total).toBe(1);
  });
});

describe('D13.9 (5) changes of conversations are events', () => {
  test('given messages, notes and edits, then each changes the conversation; a repeat does not', async () => {
    const { callers, appId, add, id } = await openAccount();
    const version = async () => (await client().getConversation({ id }, callers.agent)).record!.version;
    const at = { inboxAppId: appId, externalConversationId: 'c1' };
    const note = { ...at, message: 'Called back', externalMessageId: 'n1' };
    const first = await version();
    suite.notifier.clock.advance(1_000);
    await client().addNote(note, callers.owner);
    expect(await version()).toBe(first + 1);
    await client().addNote(note, callers.owner);
    await add();
    expect(await version()).toBe(first + 1);
    suite.notifier.clock.advance(1_000);
    await client().editMessage({ ...at, externalMessageId: 'n1', message: 'Called back twice' }, callers.owner);
    expect(await version()).toBe(first + 2);
  });

  test('given webhooks, then they get the events of a new and a changed conversation', async () => {
    const { accountId, as, id, add } = await openAccount();
    const url = `${suite.receiver.url}/events`;
    for (const event of ['conversationsCreated', 'conversationsUpdated'])
      await suite.notifier.register(event, `${url}/${event}`, { accountId });
    await as('agent').update(id, { archived: true });
    const { record } = await add({ externalConversationId: 'c2', externalMessageId: 'm2' });
    const notified = () =>
      suite.receiver.requests
        .filter(({ path }) => path.startsWith('/events'))
        .map(({ json }) => json as { event: string; resourceIds: number[] });
    await eventually(() => {
      expect(notified()).toContainEqual(expect.objectContaining({ event: 'conversationsUpdated', resourceIds: [id] }));
      expect(notified()).toContainEqual(
        expect.objectContaining({ event: 'conversationsCreated', resourceIds: [record!.conversationId] }),
      );
    });
  });
});
