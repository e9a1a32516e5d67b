import { LeadJourneyServiceDefinition } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { personMessage } from './marketing-service';
import { useSuite } from './suite';

const suite = useSuite();

const later = { type: 'addTags', tags: ['late'], delay: { value: 3, unit: 'days' } };

describe('applied plans', () => {
  it('run, pause and resume; an update without a change returns 200, and a plan is applied once at a time', async () => {
    const account = await suite.newAccount();
    const { owner, agent } = account;
    await account.people({ id: 1, viewers: [3] });
    const { id: planId } = await owner.createPlan({ name: 'P', steps: [later] });
    const applied = await agent.applyPlan(1, planId);
    expect(applied).toMatchObject({ personId: 1, actionPlanId: planId, status: 'Running' });
    const again = { reason: 'CONFLICT', message: expect.stringContaining("'P' is already running or paused") };
    await expect(agent.applyPlan(1, planId)).rejects.toMatchObject(again);
    expect(await agent.setApplied(applied['id'], { status: 'Running' })).toEqual(applied);
    expect((await agent.setApplied(applied['id'], { status: 'Paused' })).status).toBe('Paused');
    await expect(owner.applyPlan(1, planId)).rejects.toMatchObject(again);
    // Whose it is was said once.
    expect(await agent.setApplied(applied['id'], { status: 'Running', personId: 9, actionPlanId: 9 })).toMatchObject({
      status: 'Running',
      personId: 1,
      actionPlanId: planId,
    });
    await expectRefusal(owner.setApplied(404, { status: 'Paused' }), 'NOT_FOUND');
    // One of many at the same moment.
    const { id: other } = await owner.createPlan({ name: 'Q', steps: [later] });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => agent.applyPlan(1, other)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.listApplied(`actionPlanId=${other}`)).total).toBe(1);
  });

  it('given a plan with a later step, then the record says which step is next and when, on request', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    await account.people({ id: 1, viewers: [3] });
    const { id: planId } = await owner.createPlan({ name: 'Next', steps: [{ ...later, delay: undefined }, later] });
    const { id, ...created } = await owner.applyPlan(1, planId);
    expect(created).not.toHaveProperty('nextStep');
    const read = () => owner.getApplied(id, ['nextStep', 'nextStepAt', 'created']);
    await eventually(async () => expect(await read()).toMatchObject({ nextStep: 2 }));
    const { nextStepAt, created: start } = await read();
    expect(Date.parse(nextStepAt as string) - Date.parse(start as string)).toBe(3 * 86_400_000);
    await owner.setApplied(id, { status: 'Paused' });
    expect(await read()).toMatchObject({ nextStep: 2, nextStepAt: null });
  });

  it('require a person and a plan that the caller can see, else 404', async () => {
    const account = await suite.newAccount();
    const { owner, agent, agent2, lender } = account;
    await account.people({ id: 1, viewers: [4] }, { id: 2, viewers: [3, 5] });
    const { id: planId } = await owner.createPlan({ name: 'P' });
    await expect(agent.applyPlan(1, planId)).rejects.toMatchObject({
      reason: 'NOT_FOUND',
      message: 'There is no person with this id.',
    });
    await expect(owner.applyPlan(404, planId)).rejects.toThrow('There is no person with this id.');
    await expect(agent.applyPlan(2, 404)).rejects.toThrow('There is no action plan with this id.');
    await expectRefusal(lender.applyPlan(2, planId), 'FORBIDDEN');
    const { id } = await agent.applyPlan(2, planId);
    await expectRefusal(agent2.getApplied(id), 'NOT_FOUND');
    await expectRefusal(agent2.setApplied(id, { status: 'Paused' }), 'NOT_FOUND');
    // Handed over: so are the plans.
    await account.publishPeople(
      personMessage(account.accountId, { id: 2, viewers: [4], version: 2 }, ['assignedUserId']),
    );
    await eventually(async () => expect((await agent2.getApplied(id)).personId).toBe(2));
    await expectRefusal(agent.getApplied(id), 'NOT_FOUND');
    expect((await agent2.listApplied('personId=2')).total).toBe(1);
    expect((await agent.listApplied('personId=2')).total).toBe(0);
    await owner.deletePlan(planId);
    await expect(owner.applyPlan(1, planId)).rejects.toThrow('There is no action plan with this id.');
    await expectRefusal(owner.listApplied('status=Sleeping'), 'INVALID_QUERY');
  });

  it('are listed by person and by plan', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    await account.people({ id: 1 }, { id: 2 });
    const [a, b] = [
      (await owner.createPlan({ name: 'A' })).id as number,
      (await owner.createPlan({ name: 'B' })).id as number,
    ];
    for (const [person, plan] of [
      [1, a],
      [1, b],
      [2, a],
    ] as const)
      await owner.applyPlan(person, plan);
    expect((await owner.listApplied('personId=1')).applied.map(({ actionPlanId }) => actionPlanId)).toEqual([b, a]);
    expect((await owner.listApplied(`actionPlanId=${a}`)).applied.map(({ personId }) => personId)).toEqual([2, 1]);
    expect(await owner.listApplied('status=Running&limit=2')).toMatchObject({ total: 3 });
  });

  it('stop when their plan is deleted, and continue when it is active again', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    await account.people({ id: 1 });
    const { id: planId } = await owner.createPlan({ name: 'P', steps: [later] });
    const { id } = await owner.applyPlan(1, planId);
    await owner.deletePlan(planId);
    await eventually(async () => expect((await owner.getApplied(id)).status).toBe('Paused'));
    await expectRefusal(owner.setApplied(id, { status: 'Running' }), 'CONFLICT', 'deleted');
    await owner.updatePlan(planId, { status: 'Active' });
    expect((await owner.setApplied(id, { status: 'Running' })).status).toBe('Running');
  });

  it('D13.9 (3) given a lead that started a plan, then the plan is a step of its journey', async () => {
    const account = await suite.newAccount();
    const { id: planId } = await account.owner.createPlan({ name: 'P', steps: [later] });
    await account.people({ id: 1 });
    await account.lead(100, 1, planId);
    const client = suite.service.createClient(LeadJourneyServiceDefinition);
    const actor = { accountId: account.accountId, userId: 0, role: 'Operator' } as const;
    const read = async (eventId: number) => {
      const request = { eventId, personId: 1, isNew: true, withWebhooks: false };
      return (await client.readLeadSteps(request, { actor })).steps;
    };
    const [step] = await eventually(async () => {
      const steps = await read(100);
      expect(steps).toHaveLength(1);
      return steps;
    });
    expect(step).toMatchObject({ step: 'planStarted', at: expect.any(Date) });
    expect(JSON.parse(step!.detailsJson)).toMatchObject({ actionPlanId: planId, status: 'Running' });
    expect(await read(101)).toEqual([]);
  });

  it('start with a lead, once, for the five kinds of new leads', async () => {
    const account = await suite.newAccount();
    const { owner, agent } = account;
    const { id: planId } = await owner.createPlan({ name: 'P', steps: [later] });
    const kinds = ['Registration', 'Seller Inquiry', 'Property Inquiry', 'General Inquiry', 'Visited Open House'];
    await account.people(...kinds.map((_, at) => ({ id: at + 1, viewers: [3] })), { id: 6 }, { id: 7 }, { id: 8 });
    for (const [at, type] of kinds.entries()) {
      await account.lead(100 + at, at + 1, planId, { type });
      await account.lead(100 + at, at + 1, planId, { type });
    }
    await account.lead(200, 6, planId, { type: 'Viewed Property' });
    await account.lead(201, 7, planId, { isNew: false });
    await account.lead(202, 8, planId, { historyOnly: true });
    await account.lead(203, 8, 404);
    // Received before its person: the viewers follow.
    await account.lead(300, 9, planId);
    await eventually(async () => expect((await owner.listApplied('personId=9')).total).toBe(1));
    expect((await agent.listApplied('personId=9')).total).toBe(0);
    await account.publishPeople(personMessage(account.accountId, { id: 9, viewers: [3] }));
    await eventually(async () => expect((await agent.listApplied('personId=9')).total).toBe(1));
    expect((await owner.listApplied(`actionPlanId=${planId}`)).total).toBe(6);
    expect((await agent.listApplied('personId=1')).applied).toMatchObject([
      { status: 'Running', actionPlanId: planId },
    ]);
    // The same event again, after it was done with.
    await account.lead(100, 1, planId);
    await account.lead(301, 6, planId);
    await eventually(async () => expect((await owner.listApplied('personId=6')).total).toBe(1));
    expect((await owner.listApplied('personId=1')).total).toBe(1);
  });

  it('given a contacted person, then running ones pause', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    await account.people({ id: 1 }, { id: 2 });
    const [a, b] = [
      (await owner.createPlan({ name: 'A', steps: [later] })).id as number,
      (await owner.createPlan({ name: 'B' })).id as number,
    ];
    const ids = [await owner.applyPlan(1, a), await owner.applyPlan(1, b), await owner.applyPlan(2, a)].map(
      ({ id }) => id as number,
    );
    const statuses = () => Promise.all(ids.map(async (id) => (await owner.getApplied(id)).status));
    const contact = new Date();
    await account.contacted(1, contact);
    await eventually(async () => expect(await statuses()).toEqual(['Paused', 'Paused', 'Running']));
    // A repeated change does not undo later decisions.
    await owner.setApplied(ids[0]!, { status: 'Running' });
    await account.contacted(1, contact);
    await account.contacted(2);
    await eventually(async () => expect(await statuses()).toEqual(['Running', 'Paused', 'Paused']));
  });

  it('are deleted with the person, and moved to the survivor of a merge', async () => {
    const account = await suite.newAccount();
    const { owner, agent, agent2 } = account;
    await account.people({ id: 1, viewers: [3] }, { id: 2, viewers: [4] }, { id: 3 });
    const [a, b] = [
      (await owner.createPlan({ name: 'A', steps: [later] })).id as number,
      (await owner.createPlan({ name: 'B' })).id as number,
    ];
    const moved = (await owner.applyPlan(1, a)).id as number;
    await owner.applyPlan(1, b);
    const appliedId = (await owner.applyPlan(2, b)).id as number;
    await owner.applyPlan(3, a);
    await account.merge(1, 2);
    await account.merge(1, 2);
    await account.forget(1);
    await account.forget(3);
    await eventually(async () =>
      expect((await owner.listApplied('personId=2')).applied.map(({ id }) => id).sort()).toEqual(
        [moved, appliedId].sort(),
      ),
    );
    await eventually(async () => expect((await owner.listApplied()).total).toBe(2));
    expect((await agent2.getApplied(moved)).personId).toBe(2);
    await expectRefusal(agent.getApplied(moved), 'NOT_FOUND');
    await expectRefusal(owner.applyPlan(2, a), 'CONFLICT');
    await expectRefusal(owner.applyPlan(1, a), 'NOT_FOUND');
  });
});
