import { describeJobCrashes } from '@porchlight/backend/test/describe-job-crashes';
import { decodeChange } from '@porchlight/contracts';
import { createIds } from '@porchlight/runtime';
import { column, defineDocument, type PendingChange } from '@porchlight/store';
import type { AutomationRunDocument } from '../src/automations/automation-run';
import { runStepRetries, type RunRetryParts } from '../src/automations/retry-run-step';

const runSchema = defineDocument({ _id: column.text, accountId: column.number, run: column.anything<object>() });
/** Published steps by their ids: the people service runs each id once. */
const stepSchema = defineDocument({ _id: column.text, accountId: column.number });

const FAILED = { step: 0, path: '0', type: 'changeStage', at: new Date(0), text: 'There is no such stage.' };
const RUN = {
  accountId: 1,
  id: 7,
  personId: 3,
  automationId: 2,
  createdById: 4,
  stepsKey: 'program',
  log: [{ ...FAILED, key: 'refused:1:a7:0' }],
};
const PROGRAM = [{ path: '0', type: 'changeStage', stage: 'Hot' }];

describeJobCrashes('D12.5 retry of a failed step of an automation', {
  service: 'marketing',
  start: ({ store, openJobs, clock }) => {
    const documents = store.collection('runs', runSchema);
    const steps = store.collection('steps', stepSchema);
    const jobs = openJobs(runStepRetries);
    const load = async () => (await documents.findOne({ _id: '1:7' }))?.run as AutomationRunDocument | undefined;
    const runs = {
      load,
      modify: async (_call: unknown, _id: number, change: (before: AutomationRunDocument) => AutomationRunDocument) =>
        documents.updateOne({ _id: '1:7' }, { $set: { run: change((await load())!) } }),
    };
    const publish = async (changes: readonly PendingChange[]): Promise<void> => {
      const ids = changes.map(({ value }) => (JSON.parse(decodeChange(value).dataJson) as { stepId: string }).stepId);
      await steps.insertMany(ids.map((_id) => ({ _id, accountId: 1 })));
    };
    const versions = { load: async () => PROGRAM };
    const parts = { runs, versions, publish, clock, ids: createIds({ clock }) } as unknown as RunRetryParts;
    return { documents, steps, jobs, load, worker: jobs.createWorker(parts) };
  },
  prepare: async ({ documents, jobs }) => {
    await documents.insertMany([{ _id: '1:7', accountId: 1, run: RUN }]);
    await jobs.add(1, { run: 7, step: 0, attempt: 1 }, {});
  },
  check: async ({ steps, load }) => {
    expect(await steps.find({ accountId: 1 }, { limit: 9 })).toMatchObject([{ _id: '1:a7:0:r1' }]);
    const run = (await load())!;
    expect(run.attempts).toMatchObject([{ step: 0, attempt: 1 }]);
    expect(run.log.map(({ key }) => key)).toEqual(['refused:1:a7:0', 'retried:1:a7:0:r1']);
  },
  atLeast: 5,
});
