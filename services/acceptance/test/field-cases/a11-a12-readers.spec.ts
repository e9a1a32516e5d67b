import { eventually } from '@porchlight/testkit';
import { account, as, unique, type Client } from '../../src/client';

const owner = as('owner');
const broker = as('broker');
const agent = as('agent');
const { users } = account(1);
const created: string[] = [];

const create = async (path: string, fields: object): Promise<any> => {
  const { status, body } = await owner.post(path, fields);
  expect(status).toBe(201);
  created.unshift(`${path}/${body.id}`);
  return body;
};
const inviteUser = (): Promise<any> =>
  create('/v1/users', { firstName: 'Dan', lastName: unique(), email: `${unique()}@example.com`, role: 'Agent' });
const disable = async (id: number): Promise<void> => {
  expect((await owner.put(`/v1/users/${id}`, { status: 'Disabled' })).status).toBe(200);
  // Other services follow within two seconds.
  await eventually(async () =>
    expect((await owner.post('/v1/people', { firstName: 'Probe', assignedUserId: id })).status).toBe(400),
  );
};
const lead = (source: string, person: object = {}, fields: object = {}) =>
  owner.post('/v1/events', {
    type: 'Registration',
    source,
    person: { firstName: 'Lead', emails: [`${unique()}@example.com`], ...person },
    ...fields,
  });
const notified = (client: Client, personId: number) =>
  eventually(async () => {
    const { body } = await client.get('/v1/notifications');
    const found = (body.notifications as any[]).find((one) => one.personId === personId);
    expect(found).toBeDefined();
    return found;
  });

afterAll(async () => {
  for (const path of created) await owner.delete(path);
});

describe('A11 a lead that names a disabled user', () => {
  it.each([
    ['by id', (user: any) => ({ assignedUserId: user.id }), 'person.assignedUserId'],
    ['by name', (user: any) => ({ assignedTo: user.name }), 'person.assignedTo'],
  ])('given %s, then it is ignored and named, and lead flow decides', async (_how, name, ignored) => {
    const source = unique();
    const user = await inviteUser();
    await disable(user.id);
    await create('/v1/leadFlows', { sources: [source], assignUserId: users.agent.id });
    const { status, body, headers } = await lead(source, name(user));
    expect(status).toBe(201);
    expect(body.assignedUserId).toBe(users.agent.id);
    expect(headers['x-ignored']).toContain(ignored);
  });

  it('given an invited user, then the lead goes elsewhere, but a person may be assigned by hand', async () => {
    const user = await inviteUser();
    const { body } = await lead(unique(), { assignedUserId: user.id });
    expect(body.assignedUserId).toBeNull();
    const by = await owner.put(`/v1/people/${body.id}`, { assignedUserId: user.id });
    expect(by).toMatchObject({ status: 200, body: { assignedUserId: user.id } });
  });

  it('given a task, a deal or a pond for a disabled user, then it is refused', async () => {
    const user = await inviteUser();
    await disable(user.id);
    const { body: person } = await owner.post('/v1/people', { firstName: 'Al' });
    const task = { personId: person.id, name: 'Call', assignedUserId: user.id };
    expect(await owner.post('/v1/tasks', task)).toMatchObject({ status: 400 });
    expect(await owner.post('/v1/ponds', { name: unique(), userIds: [user.id] })).toMatchObject({ status: 400 });
    const { stages } = await create('/v1/pipelines', { name: unique(), stages: [{ name: 'Open' }] });
    const stageId = stages[0].id;
    await eventually(async () =>
      expect(await owner.post('/v1/deals', { name: 'D', stageId, userIds: [user.id] })).toMatchObject({ status: 400 }),
    );
  });
});

describe('A12 a lead that no rule takes', () => {
  it('given no rule, then owner and brokers are notified, and the link opens', async () => {
    const { body: person } = await lead(unique());
    expect(person.assignedUserId).toBeNull();
    for (const client of [owner, broker])
      expect(await notified(client, person.id)).toMatchObject({
        type: 'newLead',
        link: `/console/people/${person.id}`,
      });
  });

  it('given a known person of a disabled agent, then owner and brokers are notified', async () => {
    const user = await inviteUser();
    const emails = [`${unique()}@example.com`];
    const { body: person } = await owner.post('/v1/people', { firstName: 'Known', emails, assignedUserId: user.id });
    await disable(user.id);
    expect((await lead(unique(), { emails })).body).toMatchObject({ id: person.id, assignedUserId: user.id });
    expect(await notified(owner, person.id)).toMatchObject({ type: 'newLead' });
    expect(await notified(broker, person.id)).toMatchObject({ type: 'newLead' });
  });
});

describe('U2 a lead that is offered to a group', () => {
  it('given a member, then the notification leads to Unclaimed until the lead is claimed', async () => {
    const source = unique();
    const group = await create('/v1/groups', {
      name: source,
      users: [users.agent.id, users.agent2.id],
      distribution: 'first-to-claim',
    });
    await eventually(() => create('/v1/leadFlows', { sources: [source], assignGroupId: group.id }));
    const { body: person } = await lead(source);
    expect((await agent.get(`/v1/people/${person.id}`)).status).toBe(404);
    expect(await notified(agent, person.id)).toMatchObject({ link: '/console/unclaimed' });
  });
});
