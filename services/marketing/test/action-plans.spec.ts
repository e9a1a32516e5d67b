import { createChangeMessage } from '@porchlight/backend/test/service';
import { actionPlans, ReferenceServiceDefinition } from '@porchlight/contracts';
import { parseBody } from '@porchlight/resource';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

const task = { type: 'createTask', task: { name: 'Call', type: 'Call' }, delay: { value: 1, unit: 'days' } };

describe('action plans', () => {
  it('are created, updated and deleted by owner and brokers, and read by agents', async () => {
    const { owner, broker, agent, lender } = await suite.newAccount();
    const { id } = await owner.createPlan({ name: 'Welcome', steps: [task, { type: 'addTags', tags: ['new'] }] });
    expect(await agent.getPlan(id)).toMatchObject({
      name: 'Welcome',
      status: 'Active',
      steps: [
        { ...task, tags: [] },
        { type: 'addTags', tags: ['new'], delay: { value: 0, unit: 'minutes' } },
      ],
    });
    await broker.updatePlan(id, { name: 'Hello' });
    expect(await owner.getPlan(id)).toMatchObject({
      name: 'Hello',
      steps: [{ type: 'createTask' }, { type: 'addTags' }],
    });
    expect((await broker.updatePlan(id, { steps: [] })).steps).toEqual([]);
    await Promise.all(
      [
        agent.createPlan({ name: 'x' }),
        agent.updatePlan(id, { name: 'x' }),
        agent.deletePlan(id),
        lender.getPlan(id),
        lender.listPlans(),
      ].map((request) => expectRefusal(request, 'FORBIDDEN')),
    );
    await owner.deletePlan(id);
    expect((await agent.getPlan(id)).status).toBe('Deleted');
    expect((await broker.updatePlan(id, { status: 'Active' })).status).toBe('Active');
    await expectRefusal(owner.getPlan(404), 'NOT_FOUND');
    await expectRefusal(owner.deletePlan(404), 'NOT_FOUND');
  });

  it('are listed by status, by default active ones, and sorted', async () => {
    const { owner, agent } = await suite.newAccount();
    const ids: number[] = [];
    for (const name of ['Beta', 'alpha', 'Gamma']) ids.push((await owner.createPlan({ name })).id as number);
    await owner.deletePlan(ids[2]!);
    const listed = async (query: string) => {
      const { total, plans } = await agent.listPlans(query);
      return { total, names: plans.map(({ name }) => name) };
    };
    expect(await listed('')).toEqual({ total: 2, names: ['alpha', 'Beta'] });
    expect(await listed('sort=name')).toEqual({ total: 2, names: ['alpha', 'Beta'] });
    expect(await listed('status=Deleted')).toEqual({ total: 1, names: ['Gamma'] });
    expect(await listed('status=Active,Deleted&sort=id')).toMatchObject({ total: 3 });
    expect(await listed('status=Active&limit=1')).toMatchObject({ total: 2 });
    expect(await listed('names[]=BETA&names[]=gamma')).toEqual({ total: 1, names: ['Beta'] });
    expect(await listed('names=alpha,beta')).toMatchObject({ total: 2 });
  });

  it('D6.2 have steps with the key of their type, and no other', async () => {
    const { owner } = await suite.newAccount();
    const refused = (...steps: object[]) => expect(owner.createPlan({ name: 'x', steps })).rejects;
    await refused({ type: 'createTask' }).toMatchObject({
      reason: 'INVALID_BODY',
      message: expect.stringContaining("Missing 'steps[0].task' field"),
    });
    await refused(task, { type: 'addTags', tags: ['a'], stage: 'Lead' }).toMatchObject({
      reason: 'INVALID_BODY',
      message: expect.stringContaining("'steps[1].stage' does not belong to a step of type addTags"),
    });
    await refused({ type: 'addNote', stage: 'Lead' }).toMatchObject({
      message: expect.stringMatching(/steps\[0\]\.note.*steps\[0\]\.stage/),
    });
    await refused({ type: 'sendEmail', templateId: 404 }).toMatchObject({
      reason: 'UNKNOWN_REFERENCE',
      message: expect.stringContaining('steps[0].templateId'),
    });
    for (const delay of [{ value: 1, unit: 'weeks' }, { value: -1, unit: 'days' }, { value: 1 }])
      expect(() => parseBody(actionPlans, { name: 'x', steps: [{ ...task, delay }] }, 'create')).toThrow(/delay/);
    expect(() => parseBody(actionPlans, { name: 'x', steps: [{ type: 'dance' }] }, 'create')).toThrow(/type/);
    expect((await owner.listPlans()).total).toBe(0);
  });

  it('D13.3 given a step with a stage, when the stage is renamed, then the step follows', async () => {
    const { owner, publishPeople, accountId } = await suite.newAccount();
    const steps = [
      { type: 'changeStage', stage: 'hot' },
      { type: 'changeStage', stage: 'Lead' },
    ];
    const { id } = await owner.createPlan({ name: 'P', steps });
    const data = { id: 3, from: 'Hot', to: 'Very hot' };
    const renamed = createChangeMessage(accountId, {
      service: 'people',
      resource: 'stages',
      verb: 'renamed',
      ids: [],
      data,
    });
    await publishPeople(renamed, renamed);
    await eventually(async () =>
      expect((await owner.getPlan(id as number)).steps.map(({ stage }: any) => stage)).toEqual(['Very hot', 'Lead']),
    );
  });

  it('refer to templates that the author can see; plans that send a template are found', async () => {
    const { owner, broker, actor } = await suite.newAccount();
    const hiddenId = (await owner.createTemplate({ name: 'T', subject: 's', body: 'b' })).id as number;
    const mail = { type: 'sendEmail', templateId: hiddenId };
    await expectRefusal(broker.createPlan({ name: 'x', steps: [mail] }), 'UNKNOWN_REFERENCE');
    const { id } = await owner.createPlan({ name: 'Mails', steps: [mail, mail] });
    // Existing steps stay in the plan when another user changes others.
    await broker.updatePlan(id, { steps: [mail, task] });
    expect((await owner.getTemplate(hiddenId))['actionPlans']).toEqual([{ id, name: 'Mails' }]);
    expect((await owner.listTemplates()).templates[0]!['actionPlans']).toEqual([{ id, name: 'Mails' }]);
    const find = async () => {
      const client = suite.service.createClient(ReferenceServiceDefinition);
      const record = { kind: 'templates', id: hiddenId, name: 'T' };
      return (await client.findReferences({ record }, { actor: actor(1), timeoutMs: 20_000 })).references;
    };
    expect(await find()).toEqual([{ kind: 'actionPlan', id, name: 'Mails' }]);
    await owner.deletePlan(id);
    expect(await find()).toEqual([]);
    expect((await owner.getTemplate(hiddenId))['actionPlans']).toEqual([]);
    await owner.deleteTemplate(hiddenId);
    await eventually(() => expectRefusal(owner.getTemplate(hiddenId), 'NOT_FOUND'));
  });
});
