import { column, defineDocument } from '@porchlight/store';
import { captureLogger } from '@porchlight/testkit';
import { accountErasure } from '../src/forget-accounts';
import { describeJobCrashes } from './describe-job-crashes';

const GONE = 7;
const noteSchema = defineDocument({ _id: column.text, accountId: column.number });

describeJobCrashes('erasure of accounts', {
  service: 'people',
  start: ({ store, openJobs, clock, mortal }) => {
    const notes = store.collection('notes', noteSchema);
    const jobs = openJobs(accountErasure);
    const forgetAccount = (accountId: number) => notes.deleteMany({ accountId });
    const worker = jobs.createWorker({
      store: { forgetAccount },
      delayMs: 1_000,
      clock,
      logger: captureLogger({ service: 'people', level: 'fatal' }).logger,
      before: async () => [],
      confirm: mortal({ ask: async () => [true] }).ask,
    });
    return { notes, jobs, worker };
  },
  prepare: async ({ notes, jobs }) => {
    await notes.insertMany([
      { _id: '7:a', accountId: GONE },
      { _id: '8:a', accountId: 8 },
    ]);
    await jobs.add(GONE, {}, { since: 0, sweeps: 0 });
  },
  check: async ({ notes, jobs }) => {
    const found = await notes.find({ accountId: { $in: [GONE, 8] } }, { limit: 10 });
    expect(found).toEqual([{ _id: '8:a', accountId: 8 }]);
    expect(await jobs.find(GONE, {})).toBeUndefined();
  },
  // The accounts, the job, its lease, the erasure and the result, for nine passes.
  atLeast: 45,
});
