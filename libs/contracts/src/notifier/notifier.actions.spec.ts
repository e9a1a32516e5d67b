import { isRefusal } from '@porchlight/errors';
import { parseBody, type Action, type ActionInput, type Asked, type Descriptor } from '@porchlight/resource';
import { allActions } from '../index';

const actionAt = (method: string, path: string): Action =>
  allActions.find((action) => action.method === method && action.path === path)!;
const input = (action: Action, body: object, more: Partial<ActionInput> = {}): ActionInput => {
  const { record, mask } = parseBody({ fields: action.body } as Descriptor, body, 'create', {
    creates: action.method === 'POST',
  });
  return { path: {}, id: 3, query: {}, body: record, mask, ...more };
};
const asking = (more: Partial<ActionInput> = {}): Asked => ({
  input: { path: {}, id: 3, query: {}, body: {}, mask: [], ...more },
  publicBaseUrl: 'https://api.test',
  link: (next) => `https://api.example.com/${next}`,
});
const listProblems = (action: Action, body: object): unknown => {
  try {
    input(action, body);
  } catch (error) {
    if (isRefusal(error)) return error.params['problems'];
    throw error;
  }
  return undefined;
};

describe('Actions of the notifier', () => {
  const install = actionAt('POST', '/inboxApps/install');
  const whole = { publishedInboxAppId: 4, userId: 0, subscriptionUrl: 'https://app.example.com/' };

  it.each(Object.keys(whole))('install names %s when it is missing', (name) => {
    expect(listProblems(install, { ...whole, [name]: undefined })).toContain(`'${name}'`);
    const { [name as keyof typeof whole]: _left, ...rest } = whole;
    expect(listProblems(install, rest)).toBe(`Missing '${name}' field.`);
  });

  it('install accepts user 0 and returns 201 with the specified fields', () => {
    expect(install.request(input(install, whole))).toEqual(whole);
    const created = new Date(0);
    const record = {
      id: 9,
      created,
      updated: created,
      createdById: 1,
      status: 'Active',
      name: 'Chat',
      publishedInboxAppId: 4,
      userId: 0,
      canReply: true,
      version: 1,
    };
    const answer = install.respond!({ record }, asking());
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body as object)).toEqual([
      'id',
      'created',
      'updated',
      'createdById',
      'status',
      'name',
      'publishedInboxAppId',
      'userId',
      'canReply',
    ]);
  });

  it('removing an app returns 204 without a body', () => {
    expect(actionAt('DELETE', '/inboxApps/:id').respond!({}, asking())).toEqual({ status: 204 });
  });

  it('messages require their names and some text', () => {
    const action = actionAt('POST', '/inboxApps/:id/message');
    for (const name of ['externalConversationId', 'externalMessageId', 'message'])
      expect(listProblems(action, {})).toContain(`'${name}'`);
    expect(listProblems(action, { externalConversationId: 'c', externalMessageId: 'm', message: '' })).toContain(
      "'message'",
    );
    const body = {
      externalConversationId: 'c',
      externalMessageId: 'm',
      message: ' Hi ',
      isIncoming: false,
      sender: { name: 'Ann' },
    };
    expect(action.request(input(action, body))).toMatchObject({ ...body, inboxAppId: 3 });
    expect(
      [true, false].map((created) => action.respond!({ created, record: { id: 'x', message: 'y' } }, asking()).status),
    ).toEqual([201, 200]);
  });

  describe('D13.10 (5) POST /inboxApps/{id}/systemMessage', () => {
    const action = actionAt('POST', '/inboxApps/:id/systemMessage');
    const body = { externalConversationId: 'c', externalMessageId: 'm', message: 'Not delivered', type: 'error' };

    it('given a person and an owner, then the message names them and is not incoming', () => {
      const person = { personId: 5, name: 'Ann', phone: '555' };
      expect(action.request(input(action, { ...body, person, owner: { userId: 7 } }))).toMatchObject({
        inboxAppId: 3,
        systemType: 'error',
        isIncoming: false,
        personId: 5,
        sender: { name: 'Ann', phone: '555' },
        userId: 7,
      });
    });

    it.each(['externalConversationId', 'externalMessageId', 'message', 'type'])(
      'given no %s, then the refusal names it',
      (name) => {
        expect(listProblems(action, { ...body, [name]: undefined })).toContain(`'${name}'`);
      },
    );

    it('given another type, an unknown key, or an email without a name, then it is refused', () => {
      expect(listProblems(action, { ...body, type: 'warning' })).toContain("'type'");
      expect(listProblems(action, { ...body, owner: { teamId: 1 } })).toContain('owner.teamId');
      expect(listProblems(action, { ...body, person: { email: 'a@b.co' } })).toContain('person.name');
    });

    it('given the stored message, then the response is 201 with isSystem and systemType', () => {
      const record = { id: '3:m', type: 'message', message: 'x', isIncoming: false, conversationId: 4 };
      expect(action.respond!({ created: true, record: { ...record, systemType: 'error' } }, asking())).toMatchObject({
        status: 201,
        body: { isSystem: true, systemType: 'error' },
      });
      expect(action.respond!({ created: false, record }, asking())).toMatchObject({
        status: 200,
        body: { isSystem: false, systemType: null },
      });
    });
  });

  it('only the action for a single conversation returns its messages', () => {
    const message = { id: '3:m', type: 'message', message: 'Hi', isIncoming: true, conversationId: 4 };
    const record = { id: 4, version: 1, participants: [], messages: [message], unread: true, archived: false };
    const get = actionAt('GET', '/conversations/:id').respond!({ record }, asking()).body;
    expect(get).toMatchObject({
      id: 4,
      unread: true,
      messages: [{ ...message, externalMessageId: null, sender: null, userId: null }],
    });
    expect(actionAt('POST', '/conversations/:id/read').respond!({ record }, asking()).body).not.toHaveProperty(
      'messages',
    );
  });

  it('null removes an assignment, an absent field does not change it', () => {
    const action = actionAt('PUT', '/inboxApps/:id/conversations/:externalId');
    const path = { id: '3', externalId: 'c 1' };
    const parseRequest = (body: object) => action.request(input(action, body, { path }));
    expect(parseRequest({ assignedUserId: null })).toMatchObject({ externalConversationId: 'c 1', unassign: true });
    expect(parseRequest({ assignedUserId: 5 })).toMatchObject({ assignedUserId: 5, unassign: false });
    expect(parseRequest({ archived: true })).toMatchObject({ archived: true, unassign: false });
  });

  it('a notification is returned as sent, with its data if present', () => {
    const record = {
      id: 'e1',
      eventCreated: new Date(0),
      event: 'peopleTagsCreated',
      resourceIds: [4],
      uri: 'https://api.example.com/v1/people?id=4',
    };
    const rendered = { ...record, eventCreated: '1970-01-01T00:00:00+00:00' };
    const parseAnswer = (more: object): unknown =>
      actionAt('GET', '/webhookEvents/:eventId').respond!({ record: { ...record, ...more } }, asking()).body;
    expect(parseAnswer({})).toEqual(rendered);
    expect(parseAnswer({ dataJson: '{"tags":["vip"]}' })).toEqual({ ...rendered, data: { tags: ['vip'] } });
  });

  it('deliveries are rendered completely, with times as specified, and between 1 and 100 of them', () => {
    const action = actionAt('GET', '/webhooks/:id/deliveries');
    const ask = (query: Record<string, string[]>) => action.request({ path: {}, id: 3, query, body: {}, mask: [] });
    expect(ask({})).toEqual({ webhookId: 3, status: [], since: undefined, limit: 10, offset: 0, next: '' });
    expect(ask({ since: ['2026-01-31 12:00:00'], status: ['GivenUp'], limit: ['100'] })).toMatchObject({
      since: new Date('2026-01-31T12:00:00Z'),
      status: ['GivenUp'],
      limit: 100,
    });
    expect(ask({ offset: ['2000'] })).toMatchObject({ offset: 2_000 });
    expect(() => ask({ offset: ['-1'] })).toThrow(expect.objectContaining({ reason: 'INVALID_QUERY' }));
    expect(() => ask({ offset: ['2001'] })).toThrow(expect.objectContaining({ reason: 'DEEP_PAGINATION' }));
    expect(() => ask({ limit: ['0'] })).toThrow(expect.objectContaining({ reason: 'INVALID_QUERY' }));
    expect(ask({ limit: ['101'] })).toMatchObject({ limit: 100 });
    const at = new Date('2026-01-31T12:00:00.400Z');
    const records = [
      {
        id: 'e:3',
        eventId: 'e',
        event: 'peopleCreated',
        status: 'Pending',
        created: at,
        nextAttempt: undefined,
        attempts: [{ at, ms: 7, error: 'timeout' }],
      },
    ];
    const request = asking({ query: { limit: ['1'], offset: ['2'] } });
    expect(action.respond!({ records: [], total: 9, next: '5.1' }, request).body).toMatchObject({
      _metadata: { next: '5.1', nextLink: 'https://api.example.com/5.1' },
    });
    expect(action.respond!({ records, total: 1, next: '' }, request)).toEqual({
      status: 200,
      body: {
        _metadata: { collection: 'deliveries', offset: 2, limit: 1, total: 1, next: null, nextLink: null },
        deliveries: [
          {
            id: 'e:3',
            eventId: 'e',
            event: 'peopleCreated',
            status: 'Pending',
            created: '2026-01-31T12:00:00Z',
            nextAttempt: null,
            attempts: [{ at: '2026-01-31T12:00:00Z', status: null, ms: 7, error: 'timeout', response: null }],
          },
        ],
      },
    });
  });
});
