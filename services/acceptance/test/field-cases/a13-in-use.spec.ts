import { eventually } from '@porchlight/testkit';
import { as, unique } from '../../src/client';

const owner = as('owner');
const created: string[] = [];

const create = async (path: string, fields: object): Promise<any> => {
  const { status, body } = await owner.post(path, fields);
  expect(status).toBe(201);
  created.unshift(`${path}/${body.id}`);
  return body;
};
const total = async (listId: number): Promise<number> =>
  (await owner.get(`/v1/people?smartListId=${listId}`)).body._metadata.total;
/** The same record as a problem of IN_USE. */
const problem = (kind: string, { id, name }: any) => ({ kind, id, name });
const inUse = (...problems: object[]) => ({ status: 409, body: { errorCode: 'IN_USE', problems } });

afterAll(async () => {
  for (const path of created) await owner.delete(`${path}?force=true`);
});

describe('A13 a smart list whose condition cannot be evaluated', () => {
  it('given a filter by a field, when the field is deleted, then that is refused first, and the list never widens', async () => {
    const field = await create('/v1/customFields', { label: `Wave ${unique()}`, type: 'text' });
    await create('/v1/people', { firstName: 'Ann', [field.name]: 'yes' });
    const list = await create('/v1/smartLists', { name: unique(), filters: { [field.name]: 'yes' } });
    expect(await total(list.id)).toBe(1);
    expect(await owner.delete(`/v1/customFields/${field.id}`)).toMatchObject(inUse(problem('smartList', list)));
    expect(await total(list.id)).toBe(1);
    expect((await owner.delete(`/v1/customFields/${field.id}?force=true`)).status).toBe(200);
    expect(await total(list.id)).toBe(0);
  });

  it.each([
    ['by name', (stage: any) => ({ stage: stage.name })],
    ['by id', (stage: any) => ({ stageId: stage.id })],
  ])('given a filter by a stage %s, when it is deleted with force, then the list is empty', async (_how, filters) => {
    const stage = await create('/v1/stages', { name: unique() });
    const list = await create('/v1/smartLists', { name: unique(), filters: filters(stage) });
    await create('/v1/people', { firstName: 'Ann', stage: stage.name });
    expect(await owner.delete(`/v1/stages/${stage.id}`)).toMatchObject(inUse(problem('smartList', list)));
    expect((await owner.delete(`/v1/stages/${stage.id}?force=true`)).status).toBe(200);
    expect(await total(list.id)).toBe(0);
  });

  it('given a target stage, then the list and the plan name it, and nothing is refused', async () => {
    const [from, to] = [await create('/v1/stages', { name: unique() }), await create('/v1/stages', { name: unique() })];
    const list = await create('/v1/smartLists', { name: unique(), filters: { stage: from.name } });
    const plan = await create('/v1/actionPlans', {
      name: unique(),
      steps: [{ type: 'changeStage', stage: from.name }],
    });
    await create('/v1/people', { firstName: 'Ann', stage: from.name });
    const { body } = await owner.delete(`/v1/stages/${from.id}`);
    expect(body.problems).toEqual(expect.arrayContaining([problem('smartList', list), problem('actionPlan', plan)]));
    expect((await owner.delete(`/v1/stages/${from.id}?assignStageId=${to.id}`)).status).toBe(200);
    await eventually(async () => expect(await total(list.id)).toBe(1));
    const { steps } = (await owner.get(`/v1/actionPlans/${plan.id}?fields=steps`)).body;
    expect(steps).toMatchObject([{ stage: to.name }]);
  });

  it('given a renamed stage, then the list and the plan follow', async () => {
    const stage = await create('/v1/stages', { name: unique() });
    const list = await create('/v1/smartLists', { name: unique(), filters: { stage: stage.name } });
    const plan = await create('/v1/actionPlans', {
      name: unique(),
      steps: [{ type: 'changeStage', stage: stage.name }],
    });
    await create('/v1/people', { firstName: 'Ann', stage: stage.name });
    const name = unique();
    expect((await owner.put(`/v1/stages/${stage.id}`, { name })).status).toBe(200);
    expect(await total(list.id)).toBe(1);
    await eventually(async () => {
      expect((await owner.get(`/v1/smartLists/${list.id}?fields=filters`)).body.filters).toEqual({ stage: name });
      const { steps } = (await owner.get(`/v1/actionPlans/${plan.id}?fields=steps`)).body;
      expect(steps).toMatchObject([{ stage: name }]);
    });
  });
});

describe('D13.3 records in use', () => {
  it('given a pond that a group and a rule name, then it is refused, and assignTo replaces it there', async () => {
    const pond = await create('/v1/ponds', { name: unique() });
    const group = await create('/v1/groups', { name: unique(), users: [1], defaultPondId: pond.id });
    const rule = await create('/v1/leadFlows', { name: unique(), sources: [unique()], assignPondId: pond.id });
    const { status, body } = await owner.delete(`/v1/ponds/${pond.id}`);
    expect([status, body.errorCode]).toEqual([409, 'IN_USE']);
    expect(body.problems).toEqual(expect.arrayContaining([problem('group', group), problem('leadFlow', rule)]));
    expect((await owner.delete(`/v1/ponds/${pond.id}?assignTo=1`)).status).toBe(200);
    expect((await owner.get(`/v1/leadFlows/${rule.id}`)).body).toMatchObject({ assignUserId: 1, assignPondId: null });
    expect((await owner.get(`/v1/groups/${group.id}`)).body).toMatchObject({ defaultUserId: 1, defaultPondId: null });
  });

  it('given a group, a template or a plan in use, then it is refused, and force=true deletes it', async () => {
    const group = await create('/v1/groups', { name: unique(), users: [1] });
    const template = await create('/v1/templates', { name: unique(), subject: 's', body: 'b' });
    const plan = await create('/v1/actionPlans', {
      name: unique(),
      steps: [{ type: 'sendEmail', templateId: template.id }],
    });
    const rule = await eventually(() =>
      create('/v1/leadFlows', {
        name: unique(),
        sources: [unique()],
        assignGroupId: group.id,
        actionPlanId: plan.id,
      }),
    );
    expect(await owner.delete(`/v1/groups/${group.id}`)).toMatchObject(inUse(problem('leadFlow', rule)));
    expect(await owner.delete(`/v1/templates/${template.id}`)).toMatchObject(inUse(problem('actionPlan', plan)));
    expect(await owner.delete(`/v1/actionPlans/${plan.id}`)).toMatchObject(inUse(problem('leadFlow', rule)));
    for (const path of [`groups/${group.id}`, `templates/${template.id}`, `actionPlans/${plan.id}`])
      expect((await owner.delete(`/v1/${path}?force=true`)).status).toBe(200);
  });

  it('given a pipeline with a stage that an automation names, then it is refused and takes deals; force=true deletes it', async () => {
    const pipeline = await create('/v1/pipelines', { name: unique(), stages: [{ name: 'Offer' }] });
    const trigger = { type: 'dealStageChanged', dealStageId: pipeline.stages[0].id };
    const automation = await create('/v1/automations', { name: unique(), trigger });
    expect(await owner.delete(`/v1/pipelines/${pipeline.id}`)).toMatchObject(inUse(problem('automation', automation)));
    const deal = await create('/v1/deals', { name: unique(), stageId: trigger.dealStageId });
    expect((await owner.delete(`/v1/deals/${deal.id}`)).status).toBe(200);
    expect((await owner.delete(`/v1/pipelines/${pipeline.id}?force=true`)).status).toBe(200);
  });

  it('given a stage of deals that does not exist, then the automation is refused', async () => {
    const trigger = { type: 'dealStageChanged', dealStageId: 999_999 };
    const { status, body } = await owner.post('/v1/automations', { name: unique(), trigger });
    expect([status, body.errorMessage]).toEqual([400, expect.stringContaining('trigger.dealStageId')]);
  });

  it.each([
    ['defaultPondId', 999_999],
    ['defaultGroupId', 999_999],
    ['defaultUserId', 999_999],
  ])('given an unknown %s, then the group is refused', async (field, id) => {
    const { status, body } = await owner.post('/v1/groups', { name: unique(), users: [1], [field]: id });
    expect([status, body.errorMessage]).toEqual([400, expect.stringContaining(field)]);
  });
});
