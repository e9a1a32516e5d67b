import { eventually } from '@porchlight/testkit';
import { account, as, refusalWith, unique } from '../src/client';

const owner = as('owner');
const agent = as('agent');
const agent2 = as('agent2');
const { users } = account(1);

interface Pipeline {
  id: number;
  stages: { id: number; name: string; orderWeight: number; color: string }[];
}
const newPipeline = async (): Promise<Pipeline> =>
  (
    await owner.post('/v1/pipelines', {
      name: unique(),
      stages: [{ name: 'Offer' }, { name: 'Closing', color: '#00aa00' }],
    })
  ).body as Pipeline;

describe('pipelines', () => {
  it('D6.8 update stages with an id, create stages without one, and keep stages that are not sent', async () => {
    const { id, stages } = await newPipeline();
    expect(stages.map(({ name }) => name)).toEqual(['Offer', 'Closing']);
    const { body } = await owner.put(`/v1/pipelines/${id}`, {
      stages: [{ id: stages[0]!.id, name: 'Written offer' }, { name: 'Inspection' }],
    });
    const names = (body as Pipeline).stages.map(({ name }) => name);
    expect([...names].sort()).toEqual(['Closing', 'Inspection', 'Written offer']);
  });

  it('given a stage without a name, then the whole update is refused', async () => {
    const name = unique();
    const refused = await owner.post('/v1/pipelines', { name, stages: [{ name: 'Offer' }, { color: 'red' }] });
    expect(refused).toMatchObject(refusalWith('name is required for each stage object'));
    expect(JSON.stringify((await owner.get('/v1/pipelines?limit=100')).body)).not.toContain(name);
    const { id } = await newPipeline();
    expect(
      (await owner.put(`/v1/pipelines/${id}`, { description: 'new', stages: [{ description: 'x' }] })).status,
    ).toBe(400);
    expect((await owner.get(`/v1/pipelines/${id}`)).body.description).not.toBe('new');
  });

  it('can be changed by the owner only, and not deleted while they have active deals', async () => {
    expect((await as('broker').post('/v1/pipelines', { name: unique() })).status).toBe(403);
    const { id, stages } = await newPipeline();
    const { body: deal } = await owner.post('/v1/deals', { name: 'x', stageId: stages[0]!.id });
    expect((await owner.delete(`/v1/pipelines/${id}`)).status).toBe(409);
    await owner.delete(`/v1/deals/${deal.id}`);
    expect(await owner.delete(`/v1/pipelines/${id}`)).toMatchObject({ status: 200, body: {} });
  });
});

describe('deals', () => {
  it('D6.9 reference people and users, move between stages, and are soft-deleted', async () => {
    const { id: pipelineId, stages } = await newPipeline();
    const { body: person } = await owner.post('/v1/people', {
      firstName: 'Dora',
      lastName: 'Deal',
      emails: [`${unique()}@example.com`],
      assignedUserId: users.agent.id,
    });
    const made = await owner.post('/v1/deals', {
      name: '12 Elm Street',
      stageId: stages[0]!.id,
      peopleIds: [person.id],
      userIds: [users.agent.id],
      price: 450_000,
      projectedCloseDate: '2026-12-24',
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        pipelineId,
        stageId: stages[0]!.id,
        status: 'Active',
        price: 450_000,
        projectedCloseDate: '2026-12-24',
        people: [{ id: person.id, name: 'Dora Deal', emails: [{ value: person.emails[0].value }] }],
        users: [{ id: users.agent.id, name: users.agent.name }],
      },
    });
    const { id, enteredStageAt } = made.body as { id: number; enteredStageAt: string };
    expect((await agent.get(`/v1/deals/${id}`)).status).toBe(200);
    expect((await agent2.get(`/v1/deals/${id}`)).status).toBe(404);
    expect((await as('lender').get('/v1/deals')).status).toBe(403);

    const list = (await owner.get(`/v1/deals?pipelineId=${pipelineId}`)).body;
    expect(list._metadata).toMatchObject({ total: 1, totalByStageId: { [stages[0]!.id]: 1 } });
    expect((await agent.put(`/v1/deals/${id}`, { price: 460_000 })).body).toMatchObject({
      price: 460_000,
      enteredStageAt,
    });
    expect((await agent.put(`/v1/deals/${id}`, { stageId: stages[1]!.id })).body.stageId).toBe(stages[1]!.id);

    await owner.put(`/v1/people/${person.id}`, { lastName: 'Renamed' });
    await eventually(async () => expect((await owner.get(`/v1/deals/${id}`)).body.people[0].name).toBe('Dora Renamed'));
    await owner.delete(`/v1/people/${person.id}`);
    await eventually(async () => expect((await owner.get(`/v1/deals/${id}`)).body.people).toEqual([]));

    expect(await owner.delete(`/v1/deals/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await owner.get(`/v1/deals/${id}`)).body.status).toBe('Deleted');
    expect((await owner.get(`/v1/deals?pipelineId=${pipelineId}`)).body._metadata).toMatchObject({
      total: 0,
      totalByStageId: {},
    });
    expect((await owner.get(`/v1/deals?pipelineId=${pipelineId}&includeDeleted=1`)).body._metadata.total).toBe(1);
    expect((await owner.get(`/v1/deals?pipelineId=${pipelineId}&status=Deleted`)).body._metadata.total).toBe(1);
  });

  it.each([
    [{ stageId: 987_654 }, /stageId/],
    [{ price: -1 }, /price/],
    [{ projectedCloseDate: '2026-02-30' }, /projectedCloseDate/],
    [{ peopleIds: [987_654] }, /987654/],
    [{ userIds: [987_654] }, /987654/],
    [{ name: undefined }, /name/],
  ])('are refused with %j', async (fields, sentence) => {
    const { stages } = await newPipeline();
    const reply = await owner.post('/v1/deals', { name: 'x', stageId: stages[0]!.id, ...fields });
    expect(reply).toMatchObject(refusalWith(sentence));
  });
});
