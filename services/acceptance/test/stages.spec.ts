import { as, unique } from '../src/client';

interface Stage {
  id: number;
  name: string;
  orderWeight: number;
  isProtected: boolean;
  peopleCount: number;
}

// Account 2: other suites count people of account 1 by stage.
describe('stages', () => {
  const owner = as('owner', 2);
  const all = async (): Promise<Stage[]> => (await owner.get('/v1/stages?limit=100&sort=orderWeight')).body.stages;
  const byName = async (name: string): Promise<Stage> => (await all()).find((s) => s.name === name)!;

  it('of a new account hold protected Lead, Closed and Trash, in steps of 1000', async () => {
    const stages = await all();
    expect(stages.filter((s) => s.isProtected).map((s) => s.name)).toEqual(
      expect.arrayContaining(['Lead', 'Closed', 'Trash']),
    );
    // One that was deleted since leaves its step empty.
    for (const { orderWeight } of stages) expect(orderWeight % 1000).toBe(0);
  });

  it('are created in their place, and all weights are recalculated', async () => {
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

  it('that are protected are neither renamed nor deleted', async () => {
    const { id } = await byName('Closed');
    expect((await owner.put(`/v1/stages/${id}`, { name: 'Done' })).status).toBe(403);
    expect((await owner.delete(`/v1/stages/${id}`)).status).toBe(403);
    expect((await owner.post('/v1/stages', {})).body.errorMessage).toContain("Missing 'name' field.");
  });

  it('count their people and hand them on when deleted', async () => {
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

  it('Trash hides its people from lists', async () => {
    const tag = unique();
    const { body } = await owner.post('/v1/people', { firstName: 'Gone', tags: [tag], stage: 'Trash' });
    expect((await owner.get(`/v1/people?tags=${tag}`)).body).toMatchObject({ _metadata: { total: 0 }, people: [] });
    expect((await owner.get(`/v1/people?tags=${tag}&includeTrash=1`)).body).toMatchObject({
      _metadata: { total: 1 },
      people: [{ id: body.id }],
    });
    // As the uri of a notification names them.
    expect((await owner.get(`/v1/people?id=${body.id}`)).body).toMatchObject({
      _metadata: { total: 1 },
      people: [{ id: body.id, stage: 'Trash' }],
    });
  });
});
