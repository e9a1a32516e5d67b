import { as, unique } from '../src/client';

interface Stage {
  id: number;
  name: string;
  orderWeight: number;
  isProtected: boolean;
  peopleCount: number;
}

// Uses account 2, because other test files count people of account 1 by stage.
describe('stages', () => {
  const owner = as('owner', 2);
  const all = async (): Promise<Stage[]> => (await owner.get('/v1/stages?limit=100&sort=orderWeight')).body.stages;
  const byName = async (name: string): Promise<Stage> => (await all()).find((s) => s.name === name)!;

  it('D6.7 given a new account, then Lead, Closed and Trash are protected and weights have steps of 1000', async () => {
    const stages = await all();
    expect(stages.filter((s) => s.isProtected).map((s) => s.name)).toEqual(
      expect.arrayContaining(['Lead', 'Closed', 'Trash']),
    );
    // A deleted stage leaves a gap in the weights.
    for (const { orderWeight } of stages) expect(orderWeight % 1000).toBe(0);
  });

  it('given a new stage, then it has its position and all weights are recalculated', async () => {
    const name = `Stage ${unique()}`;
    const created = await owner.post('/v1/stages', { name, orderWeight: 1500 });
    expect(created).toMatchObject({
      status: 201,
      body: { name, orderWeight: 2000, isProtected: false, peopleCount: 0 },
    });
    const stages = await all();
    expect(stages[1]!.name).toBe(name);
    expect(stages.map((s) => s.orderWeight)).toEqual(stages.map((_, i) => (i + 1) * 1000));
    expect((await owner.post('/v1/stages', { name: name.toUpperCase() })).status).toBe(409);

    await owner.put(`/v1/stages/${created.body.id}`, { orderWeight: 1 });
    expect((await all())[0]!.name).toBe(name);
    expect((await owner.put(`/v1/stages/${created.body.id}`, { name: `${name} b` })).body.name).toBe(`${name} b`);
    expect((await owner.delete(`/v1/stages/${created.body.id}`)).status).toBe(200);
    expect((await owner.get(`/v1/stages/${created.body.id}`)).status).toBe(404);
  });

  it('given a protected stage, then renaming and deleting are refused', async () => {
    const { id } = await byName('Closed');
    expect((await owner.put(`/v1/stages/${id}`, { name: 'Done' })).status).toBe(403);
    expect((await owner.delete(`/v1/stages/${id}`)).status).toBe(403);
    expect((await owner.post('/v1/stages', {})).body.errorMessage).toContain("Missing 'name' field.");
  });

  it('count their people and move them to the target when deleted', async () => {
    const from = (await owner.post('/v1/stages', { name: `From ${unique()}` })).body as Stage;
    const to = (await owner.post('/v1/stages', { name: `To ${unique()}` })).body as Stage;
    const ids: number[] = [];
    for (let i = 0; i < 3; i += 1)
      ids.push((await owner.post('/v1/people', { firstName: 'S', stageId: from.id })).body.id);
    expect((await owner.get(`/v1/stages/${from.id}`)).body.peopleCount).toBe(3);
    expect((await owner.get(`/v1/people?stage=${encodeURIComponent(from.name)}`)).body._metadata.total).toBe(3);
    expect((await owner.delete(`/v1/stages/${from.id}?assignStageId=${to.id}`)).status).toBe(200);
    expect((await owner.get(`/v1/stages/${to.id}`)).body.peopleCount).toBe(3);
    expect((await owner.get(`/v1/people/${ids[0]}`)).body.stage).toBe(to.name);
  });

  it('D4.8 Trash hides its people from lists', async () => {
    const tag = unique();
    const { body } = await owner.post('/v1/people', { firstName: 'Gone', tags: [tag], stage: 'Trash' });
    expect((await owner.get(`/v1/people?tags=${tag}`)).body).toMatchObject({ _metadata: { total: 0 }, people: [] });
    expect((await owner.get(`/v1/people?tags=${tag}&includeTrash=1`)).body).toMatchObject({
      _metadata: { total: 1 },
      people: [{ id: body.id }],
    });
    // The ids as in the uri of a notification.
    expect((await owner.get(`/v1/people?id=${body.id}`)).body).toMatchObject({
      _metadata: { total: 1 },
      people: [{ id: body.id, stage: 'Trash' }],
    });
  });
});
