import { account, as, refusalWith, unique } from '../src/client';

const owner = as('owner');
const agent = as('agent');
const { users } = account(1);

describe('custom fields', () => {
  const define = async (type: string, fields: object = {}) => {
    const { body } = await owner.post('/v1/customFields', { label: `Field ${unique()}`, type, ...fields });
    return body as { id: number; name: string };
  };

  it('are fields of people, returned on request', async () => {
    const number = await define('number');
    const dropdown = await define('dropdown', { choices: ['House', 'Flat'] });
    const date = await define('date', { isRecurring: true });
    const { body: person } = await owner.post('/v1/people', {
      firstName: 'Custom',
      [number.name]: 4.5,
      [dropdown.name]: 'Flat',
      [date.name]: '1980-02-29',
    });
    expect(person).not.toHaveProperty(number.name);
    const shown = await owner.get(`/v1/people/${person.id}?fields=${number.name},${dropdown.name}`);
    expect(shown.body).toEqual({ id: person.id, [number.name]: 4.5, [dropdown.name]: 'Flat' });
    expect((await owner.get(`/v1/people/${person.id}?fields=allFields`)).body).toMatchObject({
      firstName: 'Custom',
      [date.name]: '1980-02-29',
    });
    expect((await owner.get(`/v1/people?fields=allCustom&ids=${person.id}`)).body.people[0]).toMatchObject({
      [number.name]: 4.5,
    });
    expect((await owner.get(`/v1/people?${dropdown.name}=Flat&ids=${person.id}`)).body._metadata.total).toBe(1);
    await owner.put(`/v1/people/${person.id}`, { [number.name]: null });
    expect((await owner.get(`/v1/people/${person.id}?fields=${number.name},${dropdown.name}`)).body).toEqual({
      id: person.id,
      [number.name]: null,
      [dropdown.name]: 'Flat',
    });
  });

  it('refuse invalid values and undefined names', async () => {
    const { name } = await define('dropdown', { choices: ['A', 'B'] });
    expect(await owner.post('/v1/people', { firstName: 'x', [name]: 'C' })).toMatchObject(refusalWith(/A, B/));
    expect(await owner.post('/v1/people', { firstName: 'x', customNobodyDefined: 1 })).toMatchObject(
      refusalWith('customNobodyDefined'),
    );
    expect((await owner.get('/v1/people?fields=customNobodyDefined')).status).toBe(400);
    expect((await agent.post('/v1/customFields', { label: 'x', type: 'text' })).status).toBe(403);
  });

  it('can be set by a lead', async () => {
    const { name } = await define('text');
    const { body } = await owner.post('/v1/events', {
      type: 'Registration',
      person: { emails: [`${unique()}@example.com`] },
      [name]: 'from the form',
    });
    expect((await owner.get(`/v1/people/${body.id}?fields=${name}`)).body[name]).toBe('from the form');
  });
});

describe('smart lists', () => {
  it('are saved filters of people, also for agents', async () => {
    const tag = unique();
    await owner.post('/v1/people', { firstName: 'Beta', tags: [tag], assignedUserId: users.agent.id, price: 300_000 });
    await owner.post('/v1/people', { firstName: 'Alpha', tags: [tag], price: 500_000 });
    const { body: list, status } = await owner.post('/v1/smartLists', {
      name: unique(),
      filters: { tags: tag, priceAbove: 100_000 },
      sort: 'name',
    });
    expect(status).toBe(201);
    expect(list).toEqual({
      id: list.id,
      name: expect.any(String),
      description: null,
      isFub2: true,
      defaultSmartListId: null,
    });
    expect((await owner.get(`/v1/smartLists/${list.id}?fields=allFields`)).body).toMatchObject({
      filters: { tags: tag, priceAbove: 100_000 },
      sort: 'name',
    });
    const names = async (client = owner) =>
      ((await client.get(`/v1/people?smartListId=${list.id}`)).body.people as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['Alpha', 'Beta']);
    expect(await names(agent)).toEqual(['Beta']);
    expect((await owner.get(`/v1/people?smartListId=${list.id}&priceAbove=400000`)).body._metadata.total).toBe(1);
  });

  it('A13 given a deleted field, then the list matches no person, and says why', async () => {
    const { body: field } = await owner.post('/v1/customFields', { label: `Gone ${unique()}`, type: 'text' });
    const tag = unique();
    await owner.post('/v1/people', { firstName: 'x', tags: [tag] });
    const { body: list } = await owner.post('/v1/smartLists', {
      name: unique(),
      filters: { tags: tag, [field.name]: 'never' },
    });
    expect((await owner.get(`/v1/people?smartListId=${list.id}`)).body._metadata.total).toBe(0);
    await owner.delete(`/v1/customFields/${field.id}?force=true`);
    const { body } = await owner.get(`/v1/people?smartListId=${list.id}`);
    expect(body._metadata).toMatchObject({ total: 0, warnings: [expect.stringContaining(field.name)] });
  });

  it('given an unknown filter, then creating a list is refused', async () => {
    expect(await owner.post('/v1/smartLists', { name: unique(), filters: { shoeSize: 44 } })).toMatchObject(
      refusalWith('shoeSize'),
    );
  });
});

describe('other settings', () => {
  it('D6.12 there are five timeframes', async () => {
    const { body } = await agent.get('/v1/timeframes?sort=id');
    expect(body).toMatchObject({ _metadata: { collection: 'timeframes', total: 5 } });
    expect(body.timeframes[0]).toEqual({ id: 1, timeframe: '0-3 Months', name: expect.stringContaining('0-3') });
  });

  it('users are invited, changed and disabled; the owner cannot be disabled', async () => {
    const email = `${unique()}@example.com`;
    const made = await owner.post('/v1/users', { firstName: 'Nina', lastName: 'New', email, role: 'Agent' });
    expect(made).toMatchObject({ status: 201, body: { status: 'Invited', name: 'Nina New', isOwner: false } });
    expect(
      (await owner.post('/v1/users', { firstName: 'x', lastName: 'y', email: email.toUpperCase(), role: 'Agent' }))
        .status,
    ).toBe(409);
    expect(
      (await owner.post('/v1/users', { firstName: 'x', lastName: 'y', email: `a${email}`, role: 'Owner' })).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await owner.put(`/v1/users/${made.body.id}`, { lastName: 'Newer' })).body.name).toBe('Nina Newer');
    expect((await owner.put(`/v1/users/${users.owner.id}`, { status: 'Disabled' })).status).toBeGreaterThanOrEqual(400);
    expect(
      (await agent.post('/v1/users', { firstName: 'x', lastName: 'y', email: `b${email}`, role: 'Agent' })).status,
    ).toBe(403);
  });

  it('users list their groups', async () => {
    const name = unique();
    const { body } = await owner.post('/v1/groups', { name, users: [users.agent.id, users.agent2.id] });
    expect(body).toMatchObject({
      name,
      users: [{ id: users.agent.id }, { id: users.agent2.id }],
      type: 'Agent',
      distribution: 'round-robin',
    });
    expect((await owner.get(`/v1/users/${users.agent.id}`)).body.groups).toContainEqual({ id: body.id, name });
    await owner.delete(`/v1/groups/${body.id}`);
    expect((await owner.get(`/v1/users/${users.agent.id}`)).body.groups).not.toContainEqual({ id: body.id, name });
  });
});

it('D11.14 the field calling of users is null and returned on request only', async () => {
  const { status, body } = await owner.get('/v1/users?fields=calling');
  expect(status).toBe(200);
  expect(body.users.length).toBeGreaterThan(0);
  for (const user of body.users) expect(user).toEqual({ id: expect.any(Number), calling: null });
  expect((await owner.get(`/v1/users/${users.agent.id}`)).body).not.toHaveProperty('calling');
});
