import { account, as, clientWith, keyHeader, refusalWith, systemHeaders, unique } from '../src/client';

describe('D3.6 roles and visibility', () => {
  const owner = as('owner');
  const agent = as('agent');
  const agent2 = as('agent2');
  const lender = as('lender');

  it('agents see only their people: in lists, totals, get, update, delete and events', async () => {
    const tag = unique();
    const mine = await owner.post('/v1/people', {
      firstName: 'Mine',
      tags: [tag],
      assignedUserId: account(1).users.agent.id,
    });
    const theirs = await owner.post('/v1/people', {
      firstName: 'Theirs',
      tags: [tag],
      assignedUserId: account(1).users.agent2.id,
    });
    const before = (await agent.get('/v1/people')).body._metadata.total as number;
    await owner.post('/v1/people', { firstName: 'Nobody', tags: [tag] });
    expect((await agent.get('/v1/people')).body._metadata.total).toBe(before);

    expect((await agent.get(`/v1/people?tags=${tag}`)).body).toMatchObject({
      _metadata: { total: 1 },
      people: [{ id: mine.body.id }],
    });
    expect((await agent2.get(`/v1/people?tags=${tag}`)).body).toMatchObject({
      _metadata: { total: 1 },
      people: [{ id: theirs.body.id }],
    });
    expect((await agent.get(`/v1/people?ids=${mine.body.id},${theirs.body.id}`)).body.people).toHaveLength(1);
    for (const reply of [
      await agent.get(`/v1/people/${theirs.body.id}`),
      await agent.put(`/v1/people/${theirs.body.id}`, { price: 1 }),
      await agent.delete(`/v1/people/${theirs.body.id}`),
    ])
      expect(reply.status).toBe(404);

    const event = await owner.post('/v1/events', { type: 'Viewed Property', person: { id: theirs.body.id } });
    expect((await agent.get(`/v1/events/${event.headers['x-event-id']}`)).status).toBe(404);
    expect((await agent2.get(`/v1/events/${event.headers['x-event-id']}`)).status).toBe(200);
    expect((await agent.get(`/v1/events?personId=${theirs.body.id}`)).body).toMatchObject({
      _metadata: { total: 0 },
      events: [],
    });
  });

  it('a reassigned person takes its activities to the other agent', async () => {
    const { body: person } = await owner.post('/v1/people', {
      firstName: 'Moves',
      assignedUserId: account(1).users.agent.id,
    });
    await owner.post('/v1/events', { type: 'Viewed Page', pageTitle: 'x', person: { id: person.id } });
    expect(
      (await agent.put(`/v1/people/${person.id}`, { assignedUserId: account(1).users.agent2.id })).status,
    ).toBeLessThan(300);
    expect((await agent.get(`/v1/people/${person.id}`)).status).toBe(404);
    expect((await agent2.get(`/v1/people/${person.id}`)).status).toBe(200);
  });

  it('people created by agents are assigned to them; people created by owners are unassigned', async () => {
    expect((await agent.post('/v1/people', { firstName: 'A' })).body.assignedUserId).toBe(account(1).users.agent.id);
    expect((await owner.post('/v1/people', { firstName: 'O' })).body.assignedUserId).toBeNull();
  });

  it('lenders see people assigned to them and cannot delete them', async () => {
    const { body } = await owner.post('/v1/people', { firstName: 'L', assignedLenderId: account(1).users.lender.id });
    expect((await lender.get(`/v1/people/${body.id}`)).status).toBe(200);
    expect((await lender.delete(`/v1/people/${body.id}`)).status).toBe(403);
  });

  it('D1.8 users of another account see no person of this account', async () => {
    const tag = unique();
    const { body } = await owner.post('/v1/people', { firstName: 'Here', tags: [tag] });
    const other = as('owner', 2);
    const { body: seen } = await other.get(`/v1/people/${body.id}`);
    expect(seen?.tags ?? []).not.toContain(tag);
    expect((await other.get(`/v1/people?tags=${tag}`)).body._metadata.total).toBe(0);
  });

  it('owners and brokers change settings; only owners manage webhooks', async () => {
    expect((await agent.post('/v1/stages', { name: unique() })).status).toBe(403);
    expect((await as('broker').get('/v1/webhooks')).status).toBe(403);
    expect((await owner.get('/v1/webhooks')).status).toBe(200);
    expect(await as('owner', 1, { system: false }).get('/v1/webhooks')).toMatchObject(refusalWith('registered system'));
  });

  it('D3.1 given wrong credentials, then 401 with a challenge', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Basic bm9ib2R5Og==' },
      { authorization: 'Bearer x' },
    ];
    for (const headers of attempts) {
      const reply = await clientWith({ ...headers, ...systemHeaders }).get('/v1/people');
      expect(reply).toMatchObject({ status: 401, body: { errorCode: 'UNAUTHENTICATED' } });
      expect(reply.headers['www-authenticate']).toBeDefined();
    }
    const { authorization } = {
      ...keyHeader(account(1).users.owner.apiKey),
    };
    expect(
      (await clientWith({ authorization, 'x-system': 'Demo Website', 'x-system-key': 'wrong' }).get('/v1/people'))
        .status,
    ).toBe(401);
  });

  it('D6.10 /v1/me and /v1/identity return the user of the key', async () => {
    const { body } = await agent.get('/v1/me');
    expect(body).toMatchObject({
      id: account(1).users.agent.id,
      name: account(1).users.agent.name,
      role: 'Agent',
      isOwner: false,
      account: account(1).id,
    });
    expect(body.apiKey).toMatch(/…$/);
    expect(account(1).users.agent.apiKey.startsWith(body.apiKey.slice(0, -1))).toBe(true);
    expect((await owner.get('/v1/identity')).body).toMatchObject({
      account: {
        id: account(1).id,
        name: account(1).name,
        owner: { name: account(1).users.owner.name, email: expect.stringContaining('@') },
      },
      user: { role: 'Owner' },
    });
  });

  it('users are listed and filtered', async () => {
    expect((await agent.get('/v1/users?role=Lender')).body.users).toMatchObject([
      { id: account(1).users.lender.id, role: 'Lender' },
    ]);
    expect((await agent.get(`/v1/users?email=${account(1).users.owner.email.toUpperCase()}`)).body.users).toMatchObject(
      [{ isOwner: true }],
    );
    const names = ((await agent.get('/v1/users?sort=name&limit=100')).body.users as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    expect(names).toContain(account(1).users.lender.name);
    expect((await agent.get(`/v1/users/${account(1).users.agent2.id}`)).body.name).toBe(account(1).users.agent2.name);
  });
});
