import type { Clock } from '@porchlight/runtime';
import { inAllAccounts, type Columns, type DocumentCollection } from '@porchlight/store';
import type { KeyColumns } from './define-job';
import { FREE, selectDue, type JobDocument } from './job-document';
import type { LeasedJobs } from './job-store-contract';

/** Due jobs of an account that are looked at for its turn. */
const CANDIDATES = 20;

/** Creates what the runner does with jobs. Each write is one atomic statement, guarded by the lease. */
export const createJobLeases = <K extends KeyColumns, D extends Columns>(
  jobs: DocumentCollection<JobDocument<K, D>>,
  clock: Clock,
): Pick<LeasedJobs<K, D>, 'dueAccounts' | 'claim' | 'settle' | 'finish'> => {
  const release = async ({ _id, holder }: JobDocument<K, D>) =>
    void (await jobs.updateOne({ _id, holder }, { $set: FREE }));

  return {
    dueAccounts: async (after, limit) => {
      const now = clock.date();
      const due = { ...selectDue(now), accountId: { $gt: after }, heldUntil: { $lte: now } };
      const groups = await jobs.aggregate<{ _id: number }>([
        { $match: inAllAccounts(due) },
        { $group: { _id: '$accountId' } },
        { $sort: { _id: 1 } },
        { $limit: limit },
      ]);
      return groups.map(({ _id }) => _id);
    },
    async claim(accountId, holder, leaseMs) {
      const now = clock.date();
      const candidates = await jobs.find(
        { accountId, ...selectDue(now) },
        { sort: { dueAt: 1 }, limit: CANDIDATES, projection: { heldUntil: 1, revision: 1 } },
      );
      const [first] = candidates;
      if (!first || candidates.some(({ heldUntil }) => heldUntil > now)) return undefined;
      const { _id, revision } = first;
      const claimed = await jobs.findOneAndUpdate(
        { _id, revision, state: 'waiting', heldUntil: { $lte: now } },
        { $set: { holder, heldUntil: new Date(now.getTime() + leaseMs) }, $inc: { tries: 1 } },
      );
      return claimed ?? undefined;
    },
    async settle(job, change) {
      const { _id, holder, revision } = job;
      const stored = await jobs.updateOne({ _id, holder, revision }, { $set: { ...change, ...FREE } });
      if (!stored) await release(job);
    },
    async finish(job) {
      const { _id, holder, revision, againAt } = job;
      if (againAt && againAt > clock.date()) {
        const waiting = { dueAt: againAt, tries: 0, ...FREE };
        if (!(await jobs.updateOne({ _id, holder, revision }, { $set: waiting }))) await release(job);
      } else if (!(await jobs.deleteOne({ _id, holder, revision }))) await release(job);
    },
  };
};
