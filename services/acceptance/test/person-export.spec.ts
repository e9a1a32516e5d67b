import { eventually } from '@porchlight/testkit';
import { account, as, unique } from '../src/client';

const owner = as('owner');
const { users } = account(1);

/** The export of the data of one person (decisions section 10). */
describe('export of a person', () => {
  const send = async (): Promise<{ id: number; mark: string }> => {
    const mark = unique();
    const { body } = await owner.post('/v1/events', {
      type: 'Property Inquiry',
      source: 'Export',
      message: `Message ${mark}`,
      property: { street: `1 ${mark} Street` },
      person: { firstName: mark, emails: [{ value: `${mark}@example.com` }], assignedUserId: users.agent.id },
    });
    return { id: body.id as number, mark };
  };

  it('contains the records of all services, and is recorded in the audit log', async () => {
    const { id, mark } = await send();
    const at = `/v1/people/${id}`;
    await owner.post('/v1/notes', { personId: id, body: `Note ${mark}` });
    await owner.post('/v1/calls', { personId: id, phone: '5550001111', isIncoming: true, note: `Call ${mark}` });
    await owner.post('/v1/tasks', { personId: id, name: `Task ${mark}` });
    const { body: pipeline } = await owner.post('/v1/pipelines', { name: unique(), stages: [{ name: 'Open' }] });
    await owner.post('/v1/deals', { name: `Deal ${mark}`, stageId: pipeline.stages[0].id, peopleIds: [id] });
    const exported = await eventually(async () => {
      const { status, body } = await owner.get(`${at}/export`);
      expect(status).toBe(200);
      expect(body.notifications).not.toEqual([]);
      return body;
    });
    expect(exported.person).toMatchObject({ id, firstName: mark });
    expect(exported.events).toMatchObject([{ personId: id, property: { street: `1 ${mark} Street` } }]);
    expect(exported.notes).toEqual(expect.arrayContaining([expect.objectContaining({ body: `Note ${mark}` })]));
    expect(exported.calls).toMatchObject([{ note: `Call ${mark}` }]);
    expect(exported.tasks).toMatchObject([{ name: `Task ${mark}` }]);
    expect(exported.deals).toMatchObject([{ name: `Deal ${mark}` }]);
    await eventually(async () => {
      const { body } = await owner.get(`/v1/auditLog?resource=people&resourceId=${id}&userId=${users.owner.id}`);
      expect(body.auditLog).toEqual(expect.arrayContaining([expect.objectContaining({ verb: 'exported' })]));
    });
  });

  it('is allowed for owner and broker only', async () => {
    const { id } = await send();
    expect((await as('broker').get(`/v1/people/${id}/export`)).status).toBe(200);
    expect((await as('agent').get(`/v1/people/${id}/export`)).status).toBe(403);
  });

  it('is 404 for unknown people, and an id is one of the own account', async () => {
    const { id, mark } = await send();
    expect((await owner.get('/v1/people/2147483000/export')).status).toBe(404);
    expect(JSON.stringify((await as('owner', 2).get(`/v1/people/${id}/export`)).body)).not.toContain(mark);
  });
});
