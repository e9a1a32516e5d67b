import { describeJobCrashes } from '@porchlight/backend/test/describe-job-crashes';
import { decodeChange } from '@porchlight/contracts';
import { createIds } from '@porchlight/runtime';
import { column, defineDocument, type PendingChange } from '@porchlight/store';
import type { AppliedPlanDocument } from '../src/action-plans/applied-plan';
import { planStepRetries, type RetryParts } from '../src/action-plans/retry-plan-step';

const planSchema = defineDocument({ _id: column.text, accountId: column.number, plan: column.anything<object>() });
/** Published steps by their ids: the people service runs each id once. */
const stepSchema = defineDocument({ _id: column.text, accountId: column.number });

const PLAN = {
  accountId: 1,
  id: 7,
  personId: 3,
  actionPlanId: 2,
  userId: 4,
  steps: [{ delay: { value: 0, unit: 'minutes' }, type: 'changeStage', stage: 'Hot' }],
  refused: [{ step: 0, at: new Date(0), reason: 'There is no such stage.' }],
};

describeJobCrashes('D6.2 retry of a failed step', {
  service: 'marketing',
  start: ({ store, openJobs, clock }) => {
    const plans = store.collection('plans', planSchema);
    const steps = store.collection('steps', stepSchema);
    const jobs = openJobs(planStepRetries);
    const load = async () => (await plans.findOne({ _id: '1:7' }))?.plan as AppliedPlanDocument | undefined;
    const applied = {
      load,
      modify: async (_call: unknown, _id: number, change: (before: AppliedPlanDocument) => AppliedPlanDocument) =>
        plans.updateOne({ _id: '1:7' }, { $set: { plan: change((await load())!) } }),
    };
    const publish = async (changes: readonly PendingChange[]): Promise<void> => {
      const ids = changes.map(({ value }) => (JSON.parse(decodeChange(value).dataJson) as { stepId: string }).stepId);
      await steps.insertMany(ids.map((_id) => ({ _id, accountId: 1 })));
    };
    const parts = { applied, publish, clock, ids: createIds({ clock }) } as unknown as RetryParts;
    return { plans, steps, jobs, load, worker: jobs.createWorker(parts) };
  },
  prepare: async ({ plans, jobs }) => {
    await plans.insertMany([{ _id: '1:7', accountId: 1, plan: PLAN }]);
    await jobs.add(1, { plan: 7, step: 0, attempt: 1 }, {});
  },
  check: async ({ steps, load }) => {
    expect(await steps.find({ accountId: 1 }, { limit: 9 })).toMatchObject([{ _id: '1:7:0:r1' }]);
    expect(await load()).toMatchObject({ refused: [], attempts: [{ step: 0, attempt: 1 }] });
  },
  atLeast: 5,
});
