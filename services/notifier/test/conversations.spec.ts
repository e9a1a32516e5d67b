import { createHmac } from 'node:crypto';
import { FIRST_PAGE } from '@porchlight/resource';
import type { Actor } from '@porchlight/access';
import {
  ConversationServiceDefinition,
  InboxAppServiceDefinition,
  PublishedInboxAppServiceDefinition,
  type AddMessageRequest,
  type PublishedInboxApp,
} from '@porchlight/contracts';
import { expectRefusal, eventually, randomAccountId, type ReceivedRequest } from '@porchlight/testkit';
import { standardSignature } from '../src/payloads/signatures';
import { HOUR, SYSTEM_KEY, useNotifier } from './notifier-service';

type CallbackBody = { eventId: string; eventCreated: string; event: string; data: Record<string, unknown> };

describe('Conversations', () => {
  let published: PublishedInboxApp;
  const suite = useNotifier({ config: { WEBHOOK_TIMEOUT_MS: 5_000 } });
  beforeAll(async () => {
    published = await publish();
  });

  const client = () => suite.notifier.createClient(ConversationServiceDefinition);
  const owner = (accountId: number) => suite.notifier.owner({ accountId });
  const agent = (accountId: number, userId: number) =>
    suite.notifier.owner({ accountId, userId, role: 'Agent', system: undefined });
  const publish = async (change: Partial<PublishedInboxApp> = {}): Promise<PublishedInboxApp> => {
    const record = { id: 0, version: 0, name: 'Chat', redirectUrl: 'https://app.example.com/', ...change };
    const apps = suite.notifier.createClient(PublishedInboxAppServiceDefinition);
    const { record: made } = await apps.createPublishedInboxApp(
      { record, mask: ['name', 'redirectUrl'], options: {} },
      suite.notifier.owner(),
    );
    await suite.notifier.approve(made!.id);
    return made!;
  };
  const install = async (accountId: number, userId = 0, publishedInboxAppId = published.id): Promise<number> => {
    const apps = suite.notifier.createClient(InboxAppServiceDefinition);
    const by = userId === 0 ? owner(accountId) : agent(accountId, userId);
    const { record } = await apps.installInboxApp(
      { publishedInboxAppId, userId, subscriptionUrl: `${suite.receiver.url}/callback/${accountId}` },
      by,
    );
    suite.receiver.clear();
    return record!.id;
  };
  const add = (inboxAppId: number, by: { actor: Actor }, message: Partial<AddMessageRequest> = {}) =>
    client().addMessage(
      { inboxAppId, externalConversationId: 'c1', externalMessageId: 'm1', message: 'Hello', ...message },
      by,
    );
  const list = async (by: { actor: Actor }, filters: { name: string; values: string[] }[] = []) =>
    client().listConversations({ query: { ...FIRST_PAGE, filters } }, by);
  const unread = async (by: { actor: Actor }): Promise<number> => (await client().countUnread({}, by)).count;
  const callbacks = (): CallbackBody[] => suite.receiver.requests.map(({ json }) => json as CallbackBody);
  const knowUser = (accountId: number, id: number, status = 'Active') =>
    suite.notifier.publishUser({ id, name: `User ${id}`, status }, accountId);

  test('D13.10 (5) When an app adds a system message, Then users see its type and nothing is unread', async () => {
    const accountId = randomAccountId();
    const app = await install(accountId);
    const by = owner(accountId);
    const system = { externalMessageId: 's1', message: 'Not delivered', isIncoming: false, systemType: 'error' };
    const { record } = await add(app, by, system);
    expect(record).toMatchObject({ type: 'message', isIncoming: false, systemType: 'error' });
    expect(await add(app, by, system)).toEqual({ created: false, record });
    await add(app, by, { externalMessageId: 'm2', message: 'Hello', isIncoming: false });
    const { record: conversation } = await client().getConversation({ id: record!.conversationId }, by);
    expect(conversation!.messages.map(({ systemType }) => systemType)).toEqual(['error', undefined]);
    expect(conversation!.unread).toBe(false);
  });

  test('When messages arrive, Then one conversation shows them in order; repeats change nothing', async () => {
    const accountId = randomAccountId();
    const app = await install(accountId);
    const by = owner(accountId);
    const first = await add(app, by, { sender: { name: 'Ann', email: 'ann@example.com' }, personId: 4 });
    expect(first).toMatchObject({
      created: true,
      record: {
        externalMessageId: 'm1',
        type: 'message',
        message: 'Hello',
        isIncoming: true,
        sender: { name: 'Ann', email: 'ann@example.com' },
      },
    });
    const id = first.record!.conversationId;
    await add(app, by, { externalMessageId: 'm2', message: 'Are you there?' });
    await client().addNote(
      { inboxAppId: app, externalConversationId: 'c1', message: 'Called back', externalMessageId: 'n1' },
      by,
    );
    await add(app, by, { externalMessageId: 'm3', message: 'From elsewhere', isIncoming: false });
    expect(await add(app, by, { message: 'Changed?' })).toEqual({ created: false, record: first.record });
    expect(
      (
        await client().addNote(
          { inboxAppId: app, externalConversationId: 'c1', message: 'x', externalMessageId: 'n1' },
          by,
        )
      ).created,
    ).toBe(false);

    const { record } = await client().getConversation({ id }, by);
    expect(record).toMatchObject({
      inboxAppId: app,
      externalConversationId: 'c1',
      personId: 4,
      archived: false,
      unread: true,
      lastMessage: 'From elsewhere',
    });
    expect(record!.userId).toBeUndefined();
    expect(record!.participants).toMatchObject([{ name: 'Ann' }]);
    expect(record!.messages.map(({ type, message }) => [type, message])).toEqual([
      ['message', 'Hello'],
      ['message', 'Are you there?'],
      ['note', 'Called back'],
      ['message', 'From elsewhere'],
    ]);

    // Edited by its external id; lists show the last message too.
    const edit = (externalMessageId: string, message: string, externalConversationId?: string) =>
      client().editMessage({ inboxAppId: app, externalMessageId, message, externalConversationId }, by);
    expect((await edit('m3', 'Edited')).record).toMatchObject({ message: 'Edited' });
    await edit('m1', 'Hello!', 'c1');
    const after = (await client().getConversation({ id }, by)).record!;
    expect(after.lastMessage).toBe('Edited');
    expect(after.messages.map(({ message }) => message)).toEqual(['Hello!', 'Are you there?', 'Called back', 'Edited']);
    for (const call of [
      edit('m9', 'x'),
      edit('m1', 'x', 'c9'),
      client().addNote({ inboxAppId: app, externalConversationId: 'c9', message: 'x' }, by),
    ])
      await expectRefusal(call, 'NOT_FOUND');

    const { record: named } = await client().setParticipants(
      {
        inboxAppId: app,
        externalConversationId: 'c1',
        participants: [{ name: 'Ann' }, { name: 'Bob', phone: '5125550100' }],
      },
      by,
    );
    expect(named!.participants).toMatchObject([{ name: 'Ann' }, { name: 'Bob', phone: '5125550100' }]);
    expect(suite.receiver.requests).toHaveLength(0);
  });

  test('When a message id was used in another conversation, Then the call is refused, and no empty conversation is created', async () => {
    const accountId = randomAccountId();
    const app = await install(accountId);
    const by = owner(accountId);
    await add(app, by);
    await add(app, by, { externalConversationId: 'c2', externalMessageId: 'm2' });
    const note = client().addNote(
      { inboxAppId: app, externalConversationId: 'c2', message: 'x', externalMessageId: 'm1' },
      by,
    );
    for (const call of [
      add(app, by, { externalConversationId: 'c3' }),
      add(app, by, { externalConversationId: 'c2' }),
      note,
    ])
      await expect(call).rejects.toMatchObject({
        reason: 'CONFLICT',
        params: { message: expect.stringContaining("'m1' in another conversation") },
      });
    expect((await list(by)).records.map(({ externalConversationId }) => externalConversationId)).toEqual(['c2', 'c1']);
    // Ids are unique per installation only.
    expect((await add(await install(accountId), by, { externalConversationId: 'c3' })).created).toBe(true);
  });

  test('D9.4 When many messages of a new conversation arrive concurrently, Then one conversation contains all of them', async () => {
    const accountId = randomAccountId();
    const app = await install(accountId);
    const by = owner(accountId);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => add(app, by, { externalMessageId: `m${n % 6}`, message: `${n % 6}` })),
    );
    expect(new Set(made.map(({ record }) => record!.conversationId)).size).toBe(1);
    expect(made.filter(({ created }) => created)).toHaveLength(6);
    expect((await client().getConversation({ id: made[0]!.record!.conversationId }, by)).record!.messages).toHaveLength(
      6,
    );
  });

  test("When an app belongs to a user, Then it reaches only that user's inbox, with that user's key or the owner's; an app of the account reaches all", async () => {
    const accountId = randomAccountId();
    await knowUser(accountId, 5);
    const [own, shared] = [await install(accountId, 5), await install(accountId)];
    for (const [by, reason] of [
      [agent(accountId, 6), 'INBOX_APP_SCOPE'],
      [owner(randomAccountId()), 'NOT_FOUND'],
    ] as const)
      await expectRefusal(add(own, by), reason);
    await expect(add(shared, agent(accountId, 5))).rejects.toMatchObject({
      reason: 'INBOX_APP_SCOPE',
      params: { userId: 5 },
    });
    await expect(add(own, owner(accountId), { userId: 6 })).rejects.toMatchObject({
      reason: 'INBOX_APP_SCOPE',
      params: { userId: 5 },
    });
    const mine = (await add(own, agent(accountId, 5))).record!.conversationId;
    const team = (await add(shared, owner(accountId))).record!.conversationId;
    const theirs = await eventually(
      async () =>
        (await add(shared, owner(accountId), { externalConversationId: 'c2', externalMessageId: 'm2', userId: 5 }))
          .record!.conversationId,
    );
    await expectRefusal(
      add(shared, owner(accountId), { externalConversationId: 'c3', externalMessageId: 'm3', userId: 77 }),
      'UNKNOWN_REFERENCE',
    );

    const ids = async (userId: number): Promise<number[]> =>
      (await list(agent(accountId, userId))).records.map(({ id }) => id);
    expect(await ids(5)).toEqual([theirs, team, mine]);
    expect(await ids(6)).toEqual([team]);
    expect((await list(owner(accountId))).records.map(({ id }) => id)).toEqual([team]);
    expect((await list(agent(accountId, 5))).page).toMatchObject({ total: 3 });
    expect((await list(agent(accountId, 6))).page).toMatchObject({ total: 1 });
    expect((await list(owner(randomAccountId()))).records).toEqual([]);
    expect([await unread(agent(accountId, 5)), await unread(agent(accountId, 6))]).toEqual([3, 1]);
    await Promise.all(
      [
        client().getConversation({ id: mine }, agent(accountId, 6)),
        client().replyToConversation({ id: mine, message: 'x' }, owner(accountId)),
        client().readConversation({ id: mine }, agent(accountId, 6)),
        client().archiveConversation({ id: team }, owner(randomAccountId())),
      ].map((asked) => expectRefusal(asked, 'NOT_FOUND')),
    );

    // An assignment moves it from one user's inbox to another's; in the team's inbox all users still see it.
    await knowUser(accountId, 6);
    const assign = (inboxAppId: number, externalConversationId: string, assignedUserId: number) =>
      client().changeConversation(
        { inboxAppId, externalConversationId, assignedUserId, unassign: false },
        owner(accountId),
      );
    await expect(assign(own, 'c1', 6)).rejects.toMatchObject({ reason: 'INBOX_APP_SCOPE', params: { userId: 5 } });
    await expectRefusal(assign(shared, 'c1', 78), 'UNKNOWN_REFERENCE');
    expect((await eventually(() => assign(shared, 'c2', 6))).record).toMatchObject({ userId: 6, assignedUserId: 6 });
    expect((await assign(shared, 'c1', 6)).record).toMatchObject({ assignedUserId: 6 });
    expect([await ids(5), await ids(6)]).toEqual([
      [team, mine],
      [theirs, team],
    ]);
    const { record: free } = await client().changeConversation(
      { inboxAppId: shared, externalConversationId: 'c1', unassign: true },
      owner(accountId),
    );
    expect(free!.assignedUserId).toBeUndefined();
  });

  test('D9.5 When a user replies, reads and archives, Then the app receives signed callbacks; its own calls cause none', async () => {
    const accountId = randomAccountId();
    const app = await install(accountId);
    const by = agent(accountId, 5);
    const { conversationId: id } = (await add(app, owner(accountId))).record!;
    expect(await unread(by)).toBe(1);
    const { record } = await client().readConversation({ id }, by);
    expect(record).toMatchObject({ unread: false });
    await client().readConversation({ id }, by);
    expect(await unread(by)).toBe(0);
    const reply = (await client().replyToConversation({ id, message: 'Yes' }, by)).record!;
    const again = (await client().replyToConversation({ id, message: 'Yes' }, by)).record!;
    await client().archiveConversation({ id }, by);
    await client().archiveConversation({ id }, by);
    await suite.receiver.waitFor(4);
    const about = {
      accountId,
      inboxAppId: app,
      publishedInboxAppId: published.id,
      conversationId: id,
      externalConversationId: 'c1',
      userId: 5,
    };
    expect(callbacks().map(({ event, data }) => ({ event, data }))).toEqual(
      expect.arrayContaining([
        { event: 'inboxAppConversationRead', data: about },
        { event: 'inboxAppReply', data: { ...about, messageId: reply.id, message: 'Yes' } },
        { event: 'inboxAppReply', data: { ...about, messageId: again.id, message: 'Yes' } },
        { event: 'inboxAppConversationArchived', data: about },
      ]),
    );
    for (const { path, headers, raw, json } of suite.receiver.requests) {
      expect(path).toBe(`/callback/${accountId}`);
      const body = json as CallbackBody;
      expect(Object.keys(body)).toEqual(['eventId', 'eventCreated', 'event', 'data']);
      expect(body.eventCreated).toMatch(/\+00:00$/);
      expect(headers['webhook-id']).toBe(body.eventId);
      const key = Buffer.from(published.secret!.replace('whsec_', ''), 'base64');
      const signed = `${body.eventId}.${headers['webhook-timestamp']}.${raw.toString()}`;
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
      expect(headers['x-system-signature']).toBe(
        createHmac('sha256', SYSTEM_KEY).update(raw.toString('base64')).digest('hex'),
      );
    }
    expect((await list(by, [{ name: 'archived', values: ['true'] }])).records.map((each) => each.id)).toEqual([id]);

    // The app archives and reopens: no callback. A message from outside reopens and is unread.
    await client().changeConversation(
      { inboxAppId: app, externalConversationId: 'c1', archived: false, unassign: false },
      owner(accountId),
    );
    await client().changeConversation(
      { inboxAppId: app, externalConversationId: 'c1', archived: true, unassign: false },
      owner(accountId),
    );
    await add(app, owner(accountId), { externalMessageId: 'm2', message: 'Thanks' });
    expect((await client().getConversation({ id }, by)).record).toMatchObject({
      archived: false,
      unread: true,
      lastMessage: 'Thanks',
    });
    await client().archiveConversation({ id }, by);
    await suite.receiver.waitFor(5);
    expect(callbacks()).toHaveLength(5);
    expect(await unread(by)).toBe(0);
  });

  test("When the app's secret is rotated, Then both sign for 24 hours, also tests of installations, then only the new one", async () => {
    const accountId = randomAccountId();
    const chat = await publish();
    const apps = suite.notifier.createClient(PublishedInboxAppServiceDefinition);
    const rotate = (change: Partial<Actor> = {}) =>
      apps.rotatePublishedInboxAppSecret({ id: chat.id }, suite.notifier.owner(change));
    for (const [change, reason] of [
      [{ role: 'Broker' }, 'FORBIDDEN'],
      [{ system: undefined }, 'SYSTEM_REQUIRED'],
      [{ accountId }, 'NOT_FOUND'],
    ] as const)
      await expectRefusal(rotate(change), reason);
    const [first, { secret: second }] = [chat.secret!, await rotate()];
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const signedBy = ({ headers, raw }: ReceivedRequest, secrets: string[]): void => {
      const [id, at] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
      expect(headers['webhook-signature']).toBe(standardSignature(secrets, id, at, raw.toString()));
    };
    const installations = suite.notifier.createClient(InboxAppServiceDefinition);
    const { record } = await installations.installInboxApp(
      { publishedInboxAppId: chat.id, userId: 0, subscriptionUrl: suite.receiver.url },
      owner(accountId),
    );
    signedBy((await suite.receiver.waitFor(1))[0]!, [second, first]);
    const { conversationId: id } = (await add(record!.id, owner(accountId))).record!;
    const calledBack = async (message: string): Promise<ReceivedRequest> => {
      suite.receiver.clear();
      await client().replyToConversation({ id, message }, owner(accountId));
      return (await suite.receiver.waitFor(1))[0]!;
    };
    signedBy(await calledBack('One'), [second, first]);
    suite.notifier.clock.advance(25 * HOUR);
    signedBy(await calledBack('Two'), [second]);
    for (const secret of [first, second]) expect(suite.notifier.log.text()).not.toContain(secret);
  });

  test('When the subscription URL is unavailable, Then callbacks are retried hourly with the same id, and 410 ends them', async () => {
    const accountId = randomAccountId();
    await suite.notifier.publishUser({ id: 1, name: 'Olga', role: 'Owner' }, accountId);
    const app = await install(accountId);
    const by = owner(accountId);
    const { conversationId: id } = (await add(app, by)).record!;
    suite.receiver.answerWith({ status: 500 });
    await client().replyToConversation({ id, message: 'One' }, by);
    const [first] = await suite.receiver.waitFor(1);
    await eventually(() =>
      expect(
        suite.notifier.log.of('delivery.attempted').filter((line) => line['accountId'] === accountId),
      ).toHaveLength(1),
    );
    suite.receiver.answerWith({ status: 410 });
    suite.notifier.clock.advance(HOUR);
    const second = (await suite.receiver.waitFor(2))[1]!;
    expect(second.raw.toString()).toBe(first!.raw.toString());
    const apps = suite.notifier.createClient(InboxAppServiceDefinition);
    await eventually(async () =>
      expect((await apps.listInstalledInboxApps({ publishedInboxAppId: published.id }, by)).records).toMatchObject([
        { status: 'Disabled' },
      ]),
    );
    await expectRefusal(client().replyToConversation({ id, message: 'Two' }, by), 'CONFLICT');
    suite.receiver.answerWith({ status: 200 });
    await eventually(async () =>
      expect((await suite.notifier.notifications.listNotifications({ query: FIRST_PAGE }, by)).records).toMatchObject([
        {
          type: 'inboxAppDisabled',
          message: expect.stringContaining(
            `Inbox app ${app} (Chat, ${suite.receiver.url}/callback/${accountId}) was disabled`,
          ),
        },
      ]),
    );

    // Installed again, also at another URL, it is the same installation: pending callbacks are sent, and its
    // conversations accept replies.
    suite.receiver.clear();
    const subscriptionUrl = `${suite.receiver.url}/moved/${accountId}`;
    const again = await apps.installInboxApp({ publishedInboxAppId: published.id, userId: 0, subscriptionUrl }, by);
    expect(again.record).toMatchObject({ id: app, status: 'Active' });
    await suite.receiver.waitFor(2);
    await client().replyToConversation({ id, message: 'Three' }, by);
    const [, pending, fresh] = await suite.receiver.waitFor(3);
    expect(pending).toMatchObject({ path: `/moved/${accountId}`, json: { data: { message: 'One' } } });
    expect(fresh).toMatchObject({ path: `/moved/${accountId}`, json: { data: { message: 'Three' } } });
    // An active installation does not prevent a second one of the same app.
    expect(
      (await apps.installInboxApp({ publishedInboxAppId: published.id, userId: 0, subscriptionUrl }, by)).record!.id,
    ).not.toBe(app);
  });

  test('When an app accepts no replies, or is removed, Then a reply is refused and the conversation stays', async () => {
    const accountId = randomAccountId();
    const silent = await publish({ canReply: false });
    const app = await install(accountId, 0, silent.id);
    const by = owner(accountId);
    const { conversationId: id } = (await add(app, by)).record!;
    await expect(client().replyToConversation({ id, message: 'x' }, by)).rejects.toMatchObject({
      reason: 'CONFLICT',
      params: { message: expect.stringContaining('takes no replies') },
    });
    const gone = await publish();
    const orphan = await install(accountId, 0, gone.id);
    const { conversationId: orphaned } = (await add(orphan, by, { externalConversationId: 'c2' })).record!;
    await suite.notifier
      .createClient(PublishedInboxAppServiceDefinition)
      .deletePublishedInboxApp({ id: gone.id, options: {} }, suite.notifier.owner());
    await expect(client().replyToConversation({ id: orphaned, message: 'x' }, by)).rejects.toMatchObject({
      reason: 'CONFLICT',
      params: { message: expect.stringContaining('no longer published') },
    });
    await suite.notifier.createClient(InboxAppServiceDefinition).uninstallInboxApp({ id: app }, by);
    await expect(client().replyToConversation({ id, message: 'x' }, by)).rejects.toMatchObject({
      reason: 'CONFLICT',
      params: { message: expect.stringContaining('no longer installed') },
    });
    await expectRefusal(add(app, by, { externalMessageId: 'm2' }), 'NOT_FOUND');
    expect((await client().getConversation({ id }, by)).record!.messages).toHaveLength(1);
    await client().readConversation({ id }, by);
  });
});
