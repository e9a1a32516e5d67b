import type { ReceivedRequest, Receiver } from '@porchlight/testkit';
import { account, as, type Client, refusalWith, type Reply, unique } from '../src/client';
import { porchlightJson } from '../src/porchlight-command';
import { readConnection } from '../src/stack-connection';
import { legacySignature, receive, standardSignature } from '../src/receive';

/** Approves an app as the operator does, so that other accounts see and can install it. */
const approve = async (id: number): Promise<void> => {
  expect(await porchlightJson('inbox-app', 'approve', id)).toMatchObject({ id, review: 'Approved' });
};

/** Inbox apps from publishing to removal (specification: Inbox app installation, Inbox app callbacks). */
describe('inbox apps', () => {
  const owner = as('owner');
  const agent = as('agent', 1, { system: false });
  const { id: agentId } = account(1).users.agent;
  const name = `Texting ${unique()}`;
  const installed: number[] = [];
  let app: { id: number; secret: string };
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await receive();
    const reply = await owner.post('/v1/publishedInboxApps', {
      name,
      redirectUrl: 'https://app.example.com/install?from=porchlight',
    });
    expect(reply).toMatchObject({
      status: 201,
      body: { id: expect.any(Number), name, canReply: true, secret: expect.stringMatching(/^whsec_/) },
    });
    app = reply.body as typeof app;
    expect(
      (await as('owner', 2, { system: false }).get('/v1/inboxApps/published?limit=1')).body.publishedInboxApps,
    ).not.toMatchObject([{ id: app.id }]);
    await approve(app.id);
  });
  afterEach(() => {
    receiver.clear();
    receiver.answerWith({});
  });
  afterAll(async () => {
    for (const id of installed) await owner.delete(`/v1/inboxApps/${id}`);
    await owner.delete(`/v1/publishedInboxApps/${app.id}`);
    await receiver.stop();
  });

  const install = async (
    by: Client,
    change: { publishedInboxAppId?: number; userId?: number; subscriptionUrl?: string } = {},
  ): Promise<Reply> => {
    const reply = await by.post('/v1/inboxApps/install', {
      publishedInboxAppId: app.id,
      userId: 0,
      subscriptionUrl: `${receiver.url}/inbox`,
      ...change,
    });
    if (reply.status === 201) installed.push(reply.body.id as number);
    return reply;
  };
  const expectSigned = (request: ReceivedRequest): void => {
    expect(String(request.headers['webhook-signature']).split(' ')).toContain(standardSignature(app.secret, request));
    expect(request.headers['x-system-signature']).toBe(legacySignature(readConnection().system.key, request));
  };
  const installations = async (by: Client): Promise<number[]> =>
    ((await by.get(`/v1/inboxApps/installedApps/${app.id}`)).body.inboxApps as { id: number }[]).map(({ id }) => id);

  it('given published apps, then every role of every account lists them, newest first, without secrets', async () => {
    const seen = { id: app.id, name, redirectUrl: 'https://app.example.com/install?from=porchlight', canReply: true };
    for (const by of [owner, as('broker'), agent, as('lender'), as('agent', 2), as('owner', 2, { system: false })]) {
      const { status, body } = await by.get('/v1/inboxApps/published?limit=1');
      expect(status).toBe(200);
      expect(body.publishedInboxApps).toEqual([seen]);
      expect(body._metadata).toMatchObject({
        collection: 'publishedInboxApps',
        offset: 0,
        limit: 1,
        total: expect.any(Number),
      });
    }
    const another = await owner.post('/v1/publishedInboxApps', {
      name: `${name} 2`,
      redirectUrl: 'https://app.example.com/2',
      canReply: false,
    });
    try {
      await approve(another.body.id as number);
      const { _metadata, publishedInboxApps } = (await agent.get('/v1/inboxApps/published?limit=1')).body;
      expect(publishedInboxApps).toMatchObject([{ id: another.body.id, canReply: false }]);
      expect((await agent.get(String(_metadata.nextLink))).body.publishedInboxApps).toEqual([seen]);
      expect((await agent.get('/v1/inboxApps/published?limit=1&offset=1')).body.publishedInboxApps).toEqual([seen]);
    } finally {
      expect((await owner.delete(`/v1/publishedInboxApps/${another.body.id}`)).status).toBe(200);
    }
    expect((await agent.get('/v1/inboxApps/published?limit=1')).body.publishedInboxApps).toEqual([seen]);
    expect((await agent.get('/v1/inboxApps/published?limit=0')).status).toBe(400);
    expect((await agent.get('/v1/publishedInboxApps')).status).toBe(403);
  });

  it('given a subscription URL that returns 200 for the signed test POST, then the app is installed', async () => {
    const reply = await install(owner);
    expect(reply).toMatchObject({
      status: 201,
      body: { id: expect.any(Number), status: 'Active', name, publishedInboxAppId: app.id, userId: 0, canReply: true },
    });
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/inbox', json: { test: 1 } });
    expectSigned(request!);
    expect(await installations(owner)).toContain(reply.body.id);
    // Another account uses the same subscription URL.
    const other = as('owner', 2, { system: false });
    const elsewhere = await other.post('/v1/inboxApps/install', {
      publishedInboxAppId: app.id,
      userId: 0,
      subscriptionUrl: `${receiver.url}/inbox`,
    });
    expect(elsewhere.status).toBe(201);
    expect((await other.delete(`/v1/inboxApps/${elsewhere.body.id}`)).status).toBe(204);
  });

  it('given any other response, then the app is not installed', async () => {
    const failing = await receive();
    try {
      const before = await installations(owner);
      for (const status of [500, 204, 302]) {
        failing.answerWith({ status, body: status === 500 ? 'inner secret' : '' });
        const reply = await install(owner, { subscriptionUrl: `${failing.url}/inbox` });
        expect(reply).toMatchObject(refusalWith("'subscriptionUrl'"));
        expect(reply.body.errorMessage).not.toContain('inner secret');
      }
      expect(failing.requests.map(({ json }) => json)).toEqual([{ test: 1 }, { test: 1 }, { test: 1 }]);
      expect(await installations(owner)).toEqual(before);
    } finally {
      await failing.stop();
    }
  });

  it('users install an app for themselves only, the owner for any active user', async () => {
    for (const userId of [0, account(1).users.agent2.id, account(1).users.owner.id])
      expect((await install(agent, { userId })).status).toBe(403);
    expect(receiver.requests).toHaveLength(0);
    expect(await install(agent, { userId: agentId })).toMatchObject({
      status: 201,
      body: { userId: agentId, createdById: agentId },
    });
    expect(await install(owner, { userId: agentId })).toMatchObject({
      status: 201,
      body: { userId: agentId, createdById: account(1).users.owner.id },
    });
    expect(await install(owner, { userId: 2_000_000_000 })).toMatchObject(refusalWith('userId'));
  });

  it('given an unknown app or a missing field, then the installation is refused', async () => {
    expect((await install(owner, { publishedInboxAppId: 2_000_000_000 })).status).toBe(404);
    const whole = { publishedInboxAppId: app.id, userId: 0, subscriptionUrl: `${receiver.url}/inbox` };
    for (const field of Object.keys(whole)) {
      const reply = await owner.post('/v1/inboxApps/install', { ...whole, [field]: undefined });
      expect(reply).toMatchObject(refusalWith(`'${field}'`));
    }
    expect(receiver.requests).toHaveLength(0);
  });

  it('send messages in, receive signed callbacks for reply, read and archive, and can be removed', async () => {
    const { id } = (await install(agent, { userId: agentId })).body as { id: number };
    receiver.clear();
    const external = unique();
    const words = {
      externalConversationId: external,
      externalMessageId: `${external}-1`,
      message: 'Is the house still free?',
      isIncoming: true,
      sender: { name: 'Wanda Web' },
    };
    const first = await agent.post(`/v1/inboxApps/${id}/message`, words);
    expect(first).toMatchObject({
      status: 201,
      body: { message: words.message, externalMessageId: words.externalMessageId, isIncoming: true },
    });
    expect((await agent.post(`/v1/inboxApps/${id}/message`, words)).status).toBe(200);

    // Only in this user's inbox.
    const of = async (by: Client) =>
      (await by.get(`/v1/conversations?inboxAppId=${id}`)).body.conversations as Record<string, unknown>[];
    const [conversation] = await of(agent);
    expect(conversation).toMatchObject({
      externalConversationId: external,
      userId: agentId,
      unread: true,
      archived: false,
      lastMessage: words.message,
    });
    expect(await of(as('agent2'))).toEqual([]);
    const at = `/v1/conversations/${String(conversation!['id'])}`;
    expect((await as('agent2').get(at)).status).toBe(404);

    const calledBack = async (event: string): Promise<ReceivedRequest> => {
      const [request] = await receiver.waitFor(1, {
        where: ({ json }) => (json as { event?: string }).event === event,
      });
      expect(request).toMatchObject({
        method: 'POST',
        path: '/inbox',
        headers: { 'webhook-id': (request!.json as { eventId: string }).eventId },
        json: {
          eventId: expect.any(String),
          eventCreated: expect.any(String),
          event,
          data: { inboxAppId: id, externalConversationId: external, userId: agentId },
        },
      });
      expectSigned(request!);
      return request!;
    };
    expect(await agent.post(`${at}/read`)).toMatchObject({ status: 200, body: { unread: false } });
    await calledBack('inboxAppConversationRead');
    const reply = await agent.post(`${at}/reply`, { message: 'It is. Come on Monday.' });
    expect(reply).toMatchObject({
      status: 201,
      body: { message: 'It is. Come on Monday.', isIncoming: false, userId: agentId },
    });
    expect((await calledBack('inboxAppReply')).json).toMatchObject({
      data: { message: 'It is. Come on Monday.', messageId: reply.body.id },
    });
    expect(await agent.post(`${at}/archive`)).toMatchObject({ status: 200, body: { archived: true } });
    await calledBack('inboxAppConversationArchived');
    expect((await agent.get(at)).body.messages).toMatchObject([
      { message: words.message },
      { message: 'It is. Come on Monday.' },
    ]);

    expect((await as('agent2').delete(`/v1/inboxApps/${id}`)).status).toBe(403);
    expect(await agent.delete(`/v1/inboxApps/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await agent.delete(`/v1/inboxApps/${id}`)).status).toBe(404);
    expect((await agent.post(`${at}/reply`, { message: 'Too late' })).status).toBe(409);
    expect((await agent.get(at)).status).toBe(200);
  });
});
