import type { Clock } from '@porchlight/runtime';
import { inAllAccounts, type Columns, type DocumentCollection } from '@porchlight/store';
import type { KeyColumns } from './define-job';
import { selectDue, type JobDocument } from './job-document';
import type { DeadJobs, LeasedJobs } from './job-store-contract';

const selectDead = ({ accountId, key }: DeadJobs) => {
  if (accountId === undefined) return inAllAccounts({ state: 'dead' });
  return { accountId, state: 'dead', ...(key !== undefined && { _id: `${accountId}:${key}` }) };
};

/** Creates what operators see and do: numbers of jobs, and dead jobs. */
export const createJobOperations = <K extends KeyColumns, D extends Columns>(
  jobs: DocumentCollection<JobDocument<K, D>>,
  clock: Clock,
): Pick<LeasedJobs<K, D>, 'counts' | 'size' | 'listDead' | 'restartDead'> => ({
  async counts() {
    const due = selectDue(clock.date());
    const [[oldest], waiting, running, dead] = await Promise.all([
      jobs.find(inAllAccounts(due), { sort: { dueAt: 1 }, limit: 1, projection: { dueAt: 1 } }),
      jobs.count(inAllAccounts(due)),
      jobs.count(inAllAccounts({ ...due, heldUntil: { $gt: clock.date() } })),
      jobs.count(inAllAccounts({ state: 'dead' })),
    ]);
    const oldestSeconds = oldest ? (clock.now() - oldest.dueAt.getTime()) / 1_000 : 0;
    return { due: waiting, oldestSeconds, running, dead };
  },
  size: () => jobs.count(inAllAccounts({ state: 'waiting' })),
  listDead: (limit) => jobs.find(selectDead({}), { sort: { dueAt: 1 }, limit }),
  async restartDead(selected, limit) {
    const dead = await jobs.find(selectDead(selected), { sort: { dueAt: 1 }, limit, projection: { _id: 1 } });
    if (dead.length === 0) return 0;
    const restart = { state: 'waiting', tries: 0, dueAt: clock.date() };
    const filter = inAllAccounts({ _id: { $in: dead.map(({ _id }) => _id) }, state: 'dead' });
    return jobs.updateMany(filter, { $set: restart, $inc: { revision: 1 }, $unset: { problem: 1, diedAt: 1 } });
  },
});
