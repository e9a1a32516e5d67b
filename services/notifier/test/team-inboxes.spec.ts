import {
  ConversationServiceDefinition,
  InboxAppServiceDefinition,
  PublishedInboxAppServiceDefinition,
  teamInboxes,
  type AddMessageRequest,
} from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { eventually, expectRefusal, randomAccountId } from '@porchlight/testkit';
import { useNotifier } from './notifier-service';

const suite = useNotifier({});

const MEMBER = 3;
const OUTSIDER = 4;

/** A new account with two users and a team inbox of the first, and the API of each user. */
const openInbox = async () => {
  const accountId = randomAccountId();
  const actor = (userId: number, role: 'Owner' | 'Broker' | 'Agent') =>
    suite.notifier.owner({ accountId, userId, role, ...(role !== 'Owner' && { system: undefined }) });
  const callers = {
    owner: actor(1, 'Owner'),
    broker: actor(2, 'Broker'),
    member: actor(MEMBER, 'Agent'),
    outsider: actor(OUTSIDER, 'Agent'),
  };
  for (const id of [1, 2, MEMBER, OUTSIDER])
    await suite.notifier.publishUser({ id, name: `User ${id}`, firstName: 'User', lastName: String(id) }, accountId);
  const as = (name: keyof typeof callers) => suite.notifier.as(callers[name].actor).on(teamInboxes);
  await eventually(async () => {
    await as('owner').create({ name: 'Rentals', users: [MEMBER] });
  });
  const [record] = (await as('owner').list()).records;
  return { accountId, callers, as, record: record!, inboxId: record!['id'] as number };
};

/** An inbox app of the whole account. */
const install = async (accountId: number, userId = 0): Promise<number> => {
  const apps = suite.notifier.createClient(PublishedInboxAppServiceDefinition);
  const published = await apps.createPublishedInboxApp(
    {
      record: { id: 0, version: 0, name: 'Chat', redirectUrl: 'https://app.example.com/' },
      mask: ['name', 'redirectUrl'],
      options: {},
    },
    suite.notifier.owner(),
  );
  await suite.notifier.approve(published.record!.id);
  const request = { publishedInboxAppId: published.record!.id, userId, subscriptionUrl: `${suite.receiver.url}/app` };
  const installed = suite.notifier.createClient(InboxAppServiceDefinition);
  return (await installed.installInboxApp(request, suite.notifier.owner({ accountId }))).record!.id;
};

const client = () => suite.notifier.createClient(ConversationServiceDefinition);
type Caller = ReturnType<typeof suite.notifier.owner>;
const add = (inboxAppId: number, by: Caller, message: Partial<AddMessageRequest> = {}) =>
  client().addMessage(
    { inboxAppId, externalConversationId: 'c1', externalMessageId: 'm1', message: 'Hello', ...message },
    by,
  );
const listIds = async (by: Caller) =>
  (await client().listConversations({ query: FIRST_PAGE }, by)).records.map(({ id }) => id);

describe('D12.7 team inboxes', () => {
  it('given a list, then each has exactly the keys that clients read', async () => {
    const { as, record } = await openInbox();
    expect(record).toEqual({
      id: 1,
      name: 'Rentals',
      users: [{ id: MEMBER, name: 'User 3', firstName: 'User', lastName: '3' }],
    });
    expect((await as('outsider').list()).total).toBe(1);
  });

  it('given an agent, then writes are refused', async () => {
    const { as, inboxId } = await openInbox();
    await expectRefusal(as('member').create({ name: 'Sales' }), 'FORBIDDEN');
    await expectRefusal(as('member').update(inboxId, { name: 'Sales' }), 'FORBIDDEN');
    await expectRefusal(as('member').remove(inboxId), 'FORBIDDEN');
  });

  it('given users as objects or ids, then a broker replaces them', async () => {
    const { as, inboxId } = await openInbox();
    const users = [{ id: OUTSIDER, name: 'ignored' }, MEMBER];
    expect((await as('broker').update(inboxId, { users }))['users']).toMatchObject([{ id: OUTSIDER }, { id: MEMBER }]);
    expect((await as('broker').update(inboxId, { userIds: [MEMBER] }))['users']).toMatchObject([{ id: MEMBER }]);
  });

  it('given an unknown user or a taken name, then the write is refused', async () => {
    const { as } = await openInbox();
    await expectRefusal(as('owner').create({ name: 'Sales', users: [99] }), 'UNKNOWN_REFERENCE');
    await expectRefusal(as('owner').create({ name: 'RENTALS' }), 'NAME_TAKEN');
  });
});

describe('D12.7 conversations of a team inbox', () => {
  it('given owner.inboxId, then its members, owner and brokers see the conversation', async () => {
    const { accountId, callers, inboxId } = await openInbox();
    const app = await install(accountId);
    const { record } = await add(app, callers.owner, { inboxId });
    const id = record!.conversationId;
    for (const by of [callers.owner, callers.broker, callers.member]) {
      expect(await listIds(by)).toEqual([id]);
      const { record: conversation } = await client().getConversation({ id }, by);
      expect(conversation).toMatchObject({ ownerSharedInboxId: inboxId });
      expect(conversation!.userId).toBeUndefined();
    }
    expect((await client().countUnread({}, callers.member)).count).toBe(1);
  });

  it('given a user who is no member, then there is no such conversation', async () => {
    const { accountId, callers, inboxId } = await openInbox();
    const { record } = await add(await install(accountId), callers.owner, { inboxId });
    const id = record!.conversationId;
    expect(await listIds(callers.outsider)).toEqual([]);
    expect((await client().countUnread({}, callers.outsider)).count).toBe(0);
    await expectRefusal(client().getConversation({ id }, callers.outsider), 'NOT_FOUND');
    await expectRefusal(client().readConversation({ id }, callers.outsider), 'NOT_FOUND');
    await expectRefusal(client().archiveConversation({ id }, callers.outsider), 'NOT_FOUND');
    await expectRefusal(client().replyToConversation({ id, message: 'x' }, callers.outsider), 'NOT_FOUND');
  });

  it('given a new member, then the member sees it', async () => {
    const { accountId, callers, inboxId, as } = await openInbox();
    await add(await install(accountId), callers.owner, { inboxId });
    await as('owner').update(inboxId, { users: [OUTSIDER] });
    expect(await listIds(callers.outsider)).toHaveLength(1);
    expect(await listIds(callers.member)).toEqual([]);
  });

  it('given assignedInboxId, then the conversation moves there; null clears the assignment', async () => {
    const { accountId, callers, inboxId } = await openInbox();
    const app = await install(accountId);
    await add(app, callers.owner, { userId: OUTSIDER });
    const change = { inboxAppId: app, externalConversationId: 'c1', unassign: false };
    const assigned = await client().changeConversation({ ...change, assignedInboxId: inboxId }, callers.owner);
    expect(assigned.record).toMatchObject({ assignedSharedInboxId: inboxId, ownerSharedInboxId: inboxId });
    expect(await listIds(callers.outsider)).toEqual([]);
    expect(await listIds(callers.member)).toHaveLength(1);
    const cleared = await client().changeConversation({ ...change, unassignInbox: true }, callers.owner);
    expect(cleared.record!.assignedSharedInboxId).toBeUndefined();
  });

  it('given an unknown team inbox, then the message is refused', async () => {
    const { accountId, callers, inboxId } = await openInbox();
    const app = await install(accountId);
    await expectRefusal(add(app, callers.owner, { inboxId: inboxId + 1 }), 'UNKNOWN_REFERENCE');
    await add(app, callers.owner);
    const change = { inboxAppId: app, externalConversationId: 'c1', unassign: false };
    await expectRefusal(
      client().changeConversation({ ...change, assignedInboxId: inboxId + 1 }, callers.owner),
      'UNKNOWN_REFERENCE',
    );
  });

  it('given an app of one user, then a team inbox is refused', async () => {
    const { accountId, callers, inboxId } = await openInbox();
    const app = await install(accountId, MEMBER);
    await expectRefusal(add(app, callers.owner, { inboxId }), 'INBOX_APP_SCOPE');
  });

  it('given the deletion of the inbox, then the team sees its conversations', async () => {
    const { accountId, callers, inboxId, as } = await openInbox();
    await add(await install(accountId), callers.owner, { inboxId });
    await as('owner').remove(inboxId);
    expect(await listIds(callers.outsider)).toHaveLength(1);
    await expectRefusal(as('owner').remove(inboxId), 'NOT_FOUND');
  });
});

describe('D12.4 relationships in conversations', () => {
  it('given participants with relationshipId, then GET participants returns them', async () => {
    const { accountId, callers } = await openInbox();
    const app = await install(accountId);
    await add(app, callers.owner, { sender: { name: 'Ann', relationshipId: 7 } });
    const path = { inboxAppId: app, externalConversationId: 'c1' };
    expect((await client().readParticipants(path, callers.owner)).participants).toEqual([
      { name: 'Ann', relationshipId: 7 },
    ]);
    await expectRefusal(
      client().readParticipants({ ...path, externalConversationId: 'c2' }, callers.owner),
      'NOT_FOUND',
    );
  });
});
