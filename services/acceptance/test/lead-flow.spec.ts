import { eventually } from '@porchlight/testkit';
import { account, as, unique } from '../src/client';

const owner = as('owner');
const agent = as('agent');
const agent2 = as('agent2');
const { users } = account(1);
const made: string[] = [];

const rule = async (fields: object): Promise<void> => {
  const { status, body } = await owner.post('/v1/leadFlows', fields);
  expect(status).toBe(201);
  made.push(`/v1/leadFlows/${body.id}`);
};
const lead = (source: string, fields: object = {}, person: object = {}) =>
  owner.post('/v1/events', {
    type: 'Registration',
    source,
    person: { firstName: 'Lead', emails: [`${unique()}@example.com`], ...person },
    ...fields,
  });

afterAll(async () => {
  for (const path of made) await owner.delete(path);
});

describe('lead flow', () => {
  it('D4.20 assigns a lead to the user of the first matching rule', async () => {
    const source = unique();
    await rule({ name: 'dear', sources: [source], minPrice: 900_000, assignUserId: users.broker.id, orderWeight: 1 });
    await rule({ name: 'rest', sources: [source.toUpperCase()], assignUserId: users.agent.id, orderWeight: 2 });
    expect((await lead(source, { property: { street: '1 Main', price: 1_000_000 } })).body.assignedUserId).toBe(
      users.broker.id,
    );
    expect((await lead(source)).body.assignedUserId).toBe(users.agent.id);
    expect((await lead(source, {}, { assignedUserId: users.agent2.id })).body.assignedUserId).toBe(users.agent2.id);
  });

  it('given an ignored source, then 204 and nothing is stored', async () => {
    const source = unique();
    await rule({ name: 'spam', sources: [source], ignore: true });
    const reply = await lead(source);
    expect([reply.status, reply.body]).toEqual([204, undefined]);
    expect((await owner.get(`/v1/people?source=${source}`)).body._metadata.total).toBe(0);
  });

  it('assigns leads to the members of a group in turn', async () => {
    const source = unique();
    const { body: group } = await owner.post('/v1/groups', { name: source, users: [users.agent.id, users.agent2.id] });
    made.push(`/v1/groups/${group.id}`);
    await eventually(() => rule({ name: 'round', sources: [source], assignGroupId: group.id }));
    const assigned = [await lead(source), await lead(source), await lead(source), await lead(source)].map(
      ({ body }) => body.assignedUserId as number,
    );
    expect([...assigned].sort()).toEqual([users.agent.id, users.agent.id, users.agent2.id, users.agent2.id]);
  });

  it('offers a lead to a group; the first user who claims it is assigned', async () => {
    const source = unique();
    const fields = { name: source, users: [users.agent.id, users.agent2.id], distribution: 'first-to-claim' };
    const { body: group } = await owner.post('/v1/groups', fields);
    made.push(`/v1/groups/${group.id}`);
    await eventually(() => rule({ name: 'claim', sources: [source], assignGroupId: group.id }));
    const { body: person } = await lead(source);
    expect(person).toMatchObject({ assignedUserId: null, claimed: false });
    expect((await agent.get(`/v1/people/${person.id}`)).status).toBe(404);
    expect(((await agent.get('/v1/people/unclaimed')).body.people as { id: number }[]).map(({ id }) => id)).toContain(
      person.id,
    );
    expect((await as('lender').post('/v1/people/claim', { personId: person.id })).status).toBe(404);
    const claims = await Promise.all([
      agent.post('/v1/people/claim', { personId: person.id }),
      agent2.post('/v1/people/claim', { personId: person.id }),
    ]);
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      ((await agent.get('/v1/people/unclaimed')).body.people as { id: number }[]).map(({ id }) => id),
    ).not.toContain(person.id);
  });

  it('D4.7 puts a lead into a pond, whose users see it', async () => {
    const source = unique();
    const { body: pond } = await owner.post('/v1/ponds', {
      name: source,
      userId: users.broker.id,
      userIds: [users.agent2.id],
    });
    made.push(`/v1/ponds/${pond.id}`);
    await rule({ name: 'pond', sources: [source], assignPondId: pond.id });
    const { body: person } = await lead(source);
    expect(person).toMatchObject({ assignedPondId: pond.id, assignedUserId: null });
    expect((await agent2.get(`/v1/people/${person.id}`)).status).toBe(200);
    expect((await agent.get(`/v1/people/${person.id}`)).status).toBe(404);
  });

  it('notifies the agent', async () => {
    const { body: person } = await lead(unique(), {}, { assignedUserId: users.agent.id });
    await eventually(async () => {
      const { body } = await agent.get('/v1/notifications');
      expect(body.notifications).toContainEqual(
        expect.objectContaining({ type: 'newLead', personId: person.id, read: false }),
      );
    });
  });

  it('can be changed by owner and broker only, and refuses contradictory rules', async () => {
    expect((await agent.get('/v1/leadFlows')).status).toBe(403);
    expect((await owner.post('/v1/leadFlows', { assignUserId: users.agent.id, assignPondId: 1 })).status).toBe(400);
    expect((await owner.post('/v1/leadFlows', { assignUserId: 99_999 })).status).toBe(400);
  });

  it('given a lead with an old date, then it is not distributed', async () => {
    const source = unique();
    await rule({ name: 'old', sources: [source], assignUserId: users.agent.id });
    expect((await lead(source, { occurredAt: '2020-01-01T00:00:00Z' })).body.assignedUserId).toBeNull();
  });
});

describe('a message of a lead', () => {
  it('D4.19 is stored as a note too', async () => {
    const reply = await lead(unique(), { message: 'Is it still there?' });
    const event = await owner.get(`/v1/events/${reply.headers['x-event-id']}`);
    expect(event.body.noteId).toEqual(expect.any(Number));
    expect((await owner.get(`/v1/notes/${event.body.noteId}`)).body).toMatchObject({
      personId: reply.body.id,
      body: 'Is it still there?',
    });
  });
});
