import { eventually, expectRefusal } from '@porchlight/testkit';
import type { Json } from './marketing-service';
import { useAutomationSuite } from './automation-suite';

const suite = useAutomationSuite();
const STAGE = { type: 'changeStage', stage: 'Hott' };
const REASON = "Field 'stage' refers to a stage that does not exist: Hott.";

const openAccount = async () => {
  const account = await suite.newAccount();
  await account.people({ id: 1, emails: ['dora@example.org'] });
  return account;
};
const stepIds = (accountId: number): string[] => suite.steps(accountId).map(({ stepId }) => stepId as string);

describe('D6.2 a failed step of an applied plan', () => {
  const open = async () => {
    const account = await openAccount();
    const { id: planId } = await account.owner.createPlan({ name: 'P', steps: [STAGE] });
    const { id } = (await account.owner.applyPlan(1, planId as number)) as { id: number };
    const stepId = `${account.accountId}:${id}:0`;
    const readRefusedSteps = async () =>
      (await account.owner.getApplied(id, ['refusedSteps']))['refusedSteps'] as Json[];
    await eventually(() => expect(stepIds(account.accountId)).toEqual([stepId]));
    await account.refused(stepId, REASON);
    await eventually(async () => expect(await readRefusedSteps()).toHaveLength(1));
    return { ...account, id, stepId, refusedSteps: readRefusedSteps };
  };

  it('given a retry, then it runs once with another id, and no longer counts as failed', async () => {
    const { owner, accountId, id, stepId, refusedSteps } = await open();
    await owner.retryApplied(id, 0);
    expect(await refusedSteps()).toEqual([]);
    await eventually(() => expect(stepIds(accountId)).toEqual([stepId, `${stepId}:r1`]));
    await expectRefusal(owner.retryApplied(id, 0), 'CONFLICT');
    expect(suite.steps(accountId)[1]).toMatchObject({ type: 'changeStage', stage: 'Hott', personId: 1 });
  });

  it('given a retry that fails, then it can be repeated; a late message about the first run changes nothing', async () => {
    const { owner, accountId, id, stepId, refusedSteps, refused } = await open();
    await owner.retryApplied(id, 0);
    await refused(stepId, 'Late.');
    await refused(`${stepId}:r1`, 'Failed again.');
    await eventually(async () => expect(await refusedSteps()).toMatchObject([{ step: 0, reason: 'Failed again.' }]));
    await owner.retryApplied(id, 0);
    await eventually(() => expect(stepIds(accountId)).toEqual([stepId, `${stepId}:r1`, `${stepId}:r2`]));
  });

  it('given a step that did not fail, or a caller who does not see the person, then it is refused', async () => {
    const { owner, agent, id } = await open();
    await expectRefusal(owner.retryApplied(id, 1), 'CONFLICT');
    await expectRefusal(agent.retryApplied(id, 0), 'NOT_FOUND');
    await expectRefusal(owner.retryApplied(id + 1, 0), 'NOT_FOUND');
  });

  it('given a mail that was not sent, then a retry sends it once', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    await account.people({ id: 1, emails: [] });
    const { id: templateId } = await owner.createTemplate({ name: 'T', subject: 'Hello', body: 'Hello' });
    const { id: planId } = await owner.createPlan({ name: 'P', steps: [{ type: 'sendEmail', templateId }] });
    const { id } = (await owner.applyPlan(1, planId as number)) as { id: number };
    const mails = async () => (await owner.getApplied(id, ['mails']))['mails'] as Json[];
    await eventually(async () => expect(await mails()).toMatchObject([{ step: 0, status: 'NotSent' }]));
    await account.people({ id: 1, emails: ['dora@example.org'], version: 2 });
    await owner.retryApplied(id, 0);
    await expectRefusal(owner.retryApplied(id, 0), 'CONFLICT');
    await eventually(async () => expect(await mails()).toMatchObject([{ status: 'Sent' }]));
    await expectRefusal(owner.retryApplied(id, 0), 'CONFLICT');
  });

  it('given a person who is removed from the plan, then no step runs, and the plan can start again at once', async () => {
    const account = await openAccount();
    const { owner, accountId } = account;
    const later = { delay: { value: 1, unit: 'hours' } };
    const { id: planId } = await owner.createPlan({ name: 'P', steps: [{ ...STAGE, ...later }] });
    const { id } = (await owner.applyPlan(1, planId as number)) as { id: number };
    await owner.removeApplied(id);
    await expectRefusal(owner.getApplied(id), 'NOT_FOUND');
    await expectRefusal(owner.removeApplied(id), 'NOT_FOUND');
    const { id: second } = (await owner.applyPlan(1, planId as number)) as { id: number };
    suite.travel(2 * 3_600_000);
    await eventually(() => expect(stepIds(accountId)).toEqual([`${accountId}:${second}:0`]));
  });
});

describe('D12.5 a failed step of a run', () => {
  const open = async () => {
    const account = await openAccount();
    const automationId = await account.automate({ type: 'manual' }, [{ type: 'addTags', tags: ['Hot'] }]);
    await account.owner.runs.create({ personId: 1, automationId });
    const [run] = await account.finished(1);
    const id = run!['id'] as number;
    const stepId = `${account.accountId}:a${id}:0`;
    await account.refused(stepId, REASON);
    const lines = async () => (await account.runs())[0]!['log'] as Json[];
    await eventually(async () => expect((await lines()).at(-1)).toMatchObject({ text: REASON, canRetry: true }));
    return { ...account, id, stepId, lines };
  };

  it('given a retry, then it runs once with another id; a second failure can be retried too', async () => {
    const { owner, accountId, id, stepId, lines, refused } = await open();
    await owner.retryRun(id, 'steps[0]');
    expect((await lines()).map(({ canRetry }) => canRetry ?? false)).not.toContain(true);
    await expectRefusal(owner.retryRun(id, 'steps[0]'), 'CONFLICT');
    await refused(`${stepId}:r1`, 'Failed again.');
    await eventually(async () =>
      expect((await lines()).at(-1)).toMatchObject({ text: 'Failed again.', canRetry: true }),
    );
    await owner.retryRun(id, 'steps[0]');
    await eventually(() => expect(stepIds(accountId)).toEqual([stepId, `${stepId}:r1`, `${stepId}:r2`]));
  });

  it('given a run that is removed, then it is gone and its automation can start again', async () => {
    const { owner, id, runs } = await open();
    await owner.runs.remove(id);
    expect(await runs()).toEqual([]);
    await expectRefusal(owner.retryRun(id, 'steps[0]'), 'NOT_FOUND');
  });
});
