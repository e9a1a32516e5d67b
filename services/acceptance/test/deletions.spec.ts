import { eventually } from '@porchlight/testkit';
import { account, as, unique } from '../src/client';

/** Deletions that move people, tasks and members to a target (decisions section 11). */
describe('a deletion with a target', () => {
  const owner = as('owner');
  const { users } = account(1);

  it('of a pond assigns its people to a user', async () => {
    const { body: pond } = await owner.post('/v1/ponds', { name: `Pond ${unique()}`, userIds: [users.agent.id] });
    const { body: person } = await owner.post('/v1/people', { firstName: 'Pond', assignedPondId: pond.id });
    expect((await owner.delete(`/v1/ponds/${pond.id}?assignTo=999999`)).status).toBe(400);
    expect((await owner.delete(`/v1/ponds/${pond.id}?assignTo=${users.agent2.id}`)).status).toBe(200);
    await eventually(async () =>
      expect((await owner.get(`/v1/people/${person.id}`)).body.assignedUserId).toBe(users.agent2.id),
    );
  });

  it('of a team moves its users', async () => {
    const { body: one } = await owner.post('/v1/teams', { name: `One ${unique()}`, userIds: [users.agent.id] });
    const { body: two } = await owner.post('/v1/teams', { name: `Two ${unique()}`, userIds: [users.agent2.id] });
    expect((await owner.delete(`/v1/teams/${one.id}?moveToTeamId=${two.id}`)).status).toBe(200);
    expect((await owner.get(`/v1/teams/${two.id}`)).body.userIds).toEqual([users.agent2.id, users.agent.id]);
    expect((await owner.delete(`/v1/teams/${two.id}`)).status).toBe(200);
  });

  it('of an invited user withdraws the invitation and assigns people and open tasks', async () => {
    const email = `leaver.${unique()}@example.com`.replaceAll(' ', '');
    const invited = await owner.post('/v1/users', { firstName: 'Lea', lastName: 'Ver', email, role: 'Agent' });
    expect(invited.status).toBe(201);
    const { id } = invited.body as { id: number };
    const reference = await eventually(async () => {
      const reply = await owner.post('/v1/people', { firstName: 'Left', assignedUserId: id });
      expect(reply.status).toBe(201);
      return reply.body as { id: number };
    });
    const { body: task } = await owner.post('/v1/tasks', { personId: reference.id, name: 'Call', assignedUserId: id });
    expect((await as('broker').delete(`/v1/users/${id}?assignTo=${users.agent.id}`)).status).toBe(403);
    expect((await owner.delete(`/v1/users/${id}?assignTo=${users.agent.id}`)).status).toBe(200);
    await eventually(async () => {
      expect((await owner.get(`/v1/people/${reference.id}`)).body.assignedUserId).toBe(users.agent.id);
      expect((await owner.get(`/v1/tasks/${task.id}`)).body.assignedUserId).toBe(users.agent.id);
    });
    const listed = async (query: string) =>
      ((await owner.get(`/v1/users?limit=100${query}`)).body.users as { id: number }[]).map((user) => user.id);
    expect(await listed('')).not.toContain(id);
    expect(await listed('&includeDeleted=true')).toContain(id);
  });
});
