import { account, as, unique } from '../src/client';

const owner = as('owner');
const { users } = account(1);
const LENIENT = { headers: { prefer: 'handling=lenient' } };

const person = async (fields: object = {}) =>
  (await owner.post('/v1/people', { firstName: 'Mia', lastName: unique(), ...fields })).body as Record<string, unknown>;

describe('D13.10 nothing is answered with success and thrown away', () => {
  /** A record of a resource, by its path. */
  const created: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
    people: person,
    notes: async () => (await owner.post('/v1/notes', { personId: (await person())['id'], body: 'x' })).body,
    tasks: async () => (await owner.post('/v1/tasks', { personId: (await person())['id'], name: 'Call' })).body,
    stages: async () => (await owner.post('/v1/stages', { name: unique() })).body,
    groups: async () => (await owner.post('/v1/groups', { name: unique(), users: [users.agent.id] })).body,
    templates: async () => (await owner.post('/v1/templates', { name: 'T', subject: 's', body: 'b' })).body,
  };

  it.each(Object.keys(created))('given %s, an empty PUT is 200 and changes nothing', async (path) => {
    const record = await created[path]!();
    const reply = await owner.put(`/v1/${path}/${record['id'] as number}`, {});
    expect(reply).toMatchObject({ status: 200, body: record });
  });

  it.each(Object.keys(created))(
    'given %s, a PUT with fields that no GET shows is refused and names them',
    async (path) => {
      const record = await created[path]!();
      const at = `/v1/${path}/${record['id'] as number}`;
      for (const [name, options] of [
        ['version', {}],
        ['viewerIds', LENIENT],
        ['nmae', LENIENT],
      ] as const) {
        const { status, body } = await owner.put(at, { [name]: 1 }, options);
        expect(status).toBe(400);
        expect(body.problems).toEqual([{ field: name, code: 'UNKNOWN', message: `Unknown field '${name}'.` }]);
      }
    },
  );

  it('given userIds, then a group takes them as its users', async () => {
    const { status, body } = await owner.post('/v1/groups', { name: unique(), userIds: [users.agent.id] });
    expect(status).toBe(201);
    expect(body.users).toMatchObject([{ id: users.agent.id }]);
    const changed = await owner.put(`/v1/groups/${body.id}`, { userIds: [users.broker.id] });
    expect(changed.body.users).toMatchObject([{ id: users.broker.id }]);
  });

  it('given customFields, then a person has the values', async () => {
    const field = (await owner.post('/v1/customFields', { label: `C ${unique()}`, type: 'text' })).body as {
      name: string;
    };
    const { id } = await person({ customFields: { [field.name]: 'x' } });
    expect((await owner.get(`/v1/people/${id as number}?fields=${field.name}`)).body[field.name]).toBe('x');
    const { status, body } = await owner.put(`/v1/people/${id as number}`, { customFields: { customNowhere: 1 } });
    expect([status, body.errorMessage]).toEqual([400, expect.stringContaining('customNowhere')]);
  });
});

describe('D13.10 bodies of clients', () => {
  it.each([
    ['a boolean as text', { contacted: 'true' }, { contacted: 1 }],
    ['a single value for a list', { tags: 'Buyer' }, { tags: ['Buyer'] }],
    ['null and empty entries', { price: null, emails: [{ value: '' }], phones: [''] }, { emails: [], phones: [] }],
  ])('given %s, then a person is created', async (_what, fields, expected) => {
    expect(await person(fields)).toMatchObject(expected);
  });

  it.each(['/v1/people', '/v1/stages', '/v1/groups'])(
    'given JSON under the type of forms, then POST %s reads it',
    async (path) => {
      const name = unique();
      const body = JSON.stringify(path === '/v1/people' ? { firstName: name } : { name });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await owner.call('POST', path, { body, headers });
      expect(reply).toMatchObject({ status: 201, body: { name } });
    },
  );

  it('given deduplicate in the body, then the existing person is returned', async () => {
    const email = `${unique()}@example.com`;
    const { id } = await person({ emails: [email] });
    const again = await owner.post('/v1/people', { firstName: 'Other', emails: [email], deduplicate: true });
    expect(again).toMatchObject({ status: 200, body: { id } });
  });
});

describe('D13.10 queries of clients', () => {
  it.each(['email=', 'phone=', 'id=', 'ids=', 'smartListId='])('given %s, then people are none', async (query) => {
    const { status, body } = await owner.get(`/v1/people?${query}`);
    expect([status, body._metadata.total, body.people]).toEqual([200, 0, []]);
  });

  it.each(['nmae=', 'stage=&nmae=', 'tags[0]='])('given %s, then the parameter counts as absent', async (query) => {
    expect((await owner.get(`/v1/people?${query}&limit=1`)).body.people).toHaveLength(1);
  });

  it.each(['createdAfter=2026-01-31', 'createdAfter=2026-01-31T10:00', 'updatedBefore=2099-01-31 10:00:00'])(
    'given %s, then the time is UTC',
    async (query) => {
      expect((await owner.get(`/v1/people?${query.replace(' ', '%20')}`)).status).toBe(200);
    },
  );

  it('given repeated slashes, then they count as one', async () => {
    expect((await owner.get('/v1//people///?limit=1')).status).toBe(200);
  });

  it.each(['nmae=x', 'nmae=x&limit=5', 'colour=red&sort=created'])(
    'given %s in lenient mode, then the list is refused',
    async (query) => {
      expect((await owner.get(`/v1/people?${query}`, LENIENT)).status).toBe(400);
    },
  );

  it('given one filter that is understood, then the other is ignored in lenient mode', async () => {
    const { status, headers } = await owner.get('/v1/people?nmae=x&stage=Lead', LENIENT);
    expect([status, headers['x-ignored']]).toEqual([200, 'nmae']);
  });
});

describe('D2.3 a limit over 100', () => {
  it.each([
    ['/v1/people?limit=101', 100],
    ['/v1/stages?limit=1000', 100],
    ['/v1/inboxApps/published?limit=500', 100],
    ['/v1/people?limit=100', 100],
    ['/v1/people?limit=99', 99],
  ])('given %s, then the limit is %i', async (path, limit) => {
    const { status, body } = await owner.get(path);
    expect([status, body._metadata.limit]).toEqual([200, limit]);
  });

  it.each(['0', '-1', 'x', '1.5'])('given %s, then 400', async (limit) => {
    expect((await owner.get(`/v1/people?limit=${limit}`)).status).toBe(400);
  });
});

describe('D13.10 sorts and filters', () => {
  const LISTS = [
    ...['people', 'stages', 'ponds', 'groups', 'teams', 'users', 'smartLists', 'customFields', 'leadFlows'],
    ...['notes?personId=1', 'calls?personId=1', 'textMessages?personId=1', 'tasks', 'events', 'timeframes'],
    ...['deals', 'pipelines', 'dealCustomFields', 'templates', 'actionPlans', 'emCampaigns', 'emEvents', 'webhooks'],
    'textMessageTemplates',
  ];

  it.each(LISTS)('given sort=created and sort=-updated, then %s is a list', async (path) => {
    const query = path.includes('?') ? '&' : '?';
    for (const sort of ['created', '-created', 'updated', '-updated'])
      expect((await owner.get(`/v1/${path}${query}sort=${sort}&limit=1`)).status).toBe(200);
  });

  it('given an unknown sort in lenient mode, then the order is the default one', async () => {
    const { status, headers, body } = await owner.get('/v1/stages?sort=colour', LENIENT);
    const usual = (await owner.get('/v1/stages')).body;
    expect([status, headers['x-ignored'], body.stages]).toEqual([200, 'sort', usual.stages]);
    expect((await owner.get('/v1/stages?sort=colour')).status).toBe(400);
  });

  it.each([
    [`/v1/calls?userId=${users.agent.id}`],
    [`/v1/textMessages?userId=${users.agent.id}`],
    [`/v1/notes?createdById=${users.agent.id}`],
    [`/v1/deals?assignedUserId=${users.agent.id}`],
  ])('given %s, then only records of this user are listed', async (path) => {
    expect((await owner.get(path)).status).toBe(200);
  });

  it('given createdById, then only notes of this user are listed', async () => {
    const { id } = await person({ assignedUserId: users.agent.id });
    await owner.post('/v1/notes', { personId: id, body: 'of the owner' });
    await as('agent').post('/v1/notes', { personId: id, body: 'of the agent' });
    const { body } = await owner.get(`/v1/notes?personId=${id as number}&createdById=${users.agent.id}`);
    expect(body.notes).toMatchObject([{ body: 'of the agent' }]);
  });

  it('given status, then only users of this status are listed', async () => {
    const { body } = await owner.get('/v1/users?status=Active&limit=100');
    expect(new Set(body.users.map(({ status }: { status: string }) => status))).toEqual(new Set(['Active']));
    expect((await owner.get('/v1/users?status=Gone')).status).toBe(400);
  });
});

describe('D13.10 endpoints of clients', () => {
  it('given no person, then the tokens of a merged template stay', async () => {
    const text = { name: unique(), subject: 'Hello %contact_first_name%', body: '<p>%contact_name%</p>' };
    const { id } = (await owner.post('/v1/templates', text)).body;
    const sent = { templateId: id, recipients: ['a@example.com'] };
    expect(await owner.post('/v1/templates/merge', sent)).toMatchObject({ status: 200, body: text });
    expect((await owner.post('/v1/templates/merge', { templateId: 999_999 })).status).toBe(404);
  });

  it('given only a subject, then it names the campaign, and originId is generated', async () => {
    const { status, body } = await owner.post('/v1/emCampaigns', { origin: unique(), subject: 'Spring' });
    expect([status, body.name, typeof body.originId]).toEqual([201, 'Spring', 'string']);
    const other = await owner.post('/v1/emCampaigns', { origin: body.origin, subject: 'Spring' });
    expect(other.body.originId).not.toBe(body.originId);
    const nameless = await owner.post('/v1/emCampaigns', { origin: unique() });
    expect(nameless.body.problems).toMatchObject([{ field: 'name', code: 'MISSING' }]);
  });

  it('given an id in the path, then ignoreUnclaimed reads it', async () => {
    expect((await owner.post('/v1/people/ignoreUnclaimed/999999')).status).toBe(404);
  });

  it('given a person, then the status of phones and prequalified are shown', async () => {
    const { phones, prequalified } = await person({ phones: ['512-555-0142'] });
    expect([prequalified, phones]).toMatchObject([false, [{ status: '' }]]);
  });
});

describe('D13.10 errors', () => {
  it.each([
    ['GET', '/v1/people?limit=x', undefined, 'limit'],
    ['GET', '/v1/people?colour=red', undefined, 'colour'],
    ['POST', '/v1/stages', {}, 'name'],
    ['POST', '/v1/people', { price: 'much' }, 'price'],
    ['POST', '/v1/people', { stageId: 999_999 }, 'stageId'],
    ['POST', '/v1/notes', { personId: 999_999_999, body: 'x' }, 'personId'],
    ['POST', '/v1/people', '{', null],
    ['POST', '/v1/events', {}, null],
  ])('given %s %s %j, then the 400 has a problem', async (method, path, body, field) => {
    const reply = await owner.call(method, path, { body, headers: { 'content-type': 'application/json' } });
    expect(reply.status).toBe(400);
    expect(reply.body.problems[0]).toMatchObject({ field, code: expect.any(String), message: expect.any(String) });
  });

  it.each(['stages', 'ponds', 'groups', 'teams'])(
    'given the name of another record, then %s return NAME_TAKEN',
    async (path) => {
      const name = unique();
      expect((await owner.post(`/v1/${path}`, { name })).status).toBe(201);
      expect(await owner.post(`/v1/${path}`, { name })).toMatchObject({
        status: 409,
        body: { errorCode: 'NAME_TAKEN' },
      });
    },
  );

  it('given a wrong system, then the 401 names the setting and the console page', async () => {
    const headers = { 'x-system': 'Nobody', 'x-system-key': 'wrong' };
    const { status, body } = await owner.get('/v1/people', { headers });
    expect(status).toBe(401);
    expect(body.errorMessage).toMatch(/unregisteredSystems.*/);
    expect(body.errorMessage).toContain('/systems');
  });

  it('given a lead, then its limit is 5,000 per 10 s of the account', async () => {
    const { headers } = await owner.post('/v1/events', {
      type: 'Registration',
      source: 'x',
      person: { emails: [`${unique()}@example.com`] },
    });
    expect(headers['x-ratelimit-context']).toBe('POST.events');
  });
});
