import { JobServiceDefinition, type DeadJob, type JobKind } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import type { RpcServer } from '@porchlight/rpc';
import type { Logger } from '@porchlight/runtime';
import type { Columns } from '@porchlight/store';
import type { KeyColumns } from './define-job';
import { keyText } from './job-document';
import type { LeasedJobs } from './job-store-contract';

/** What operators do with the jobs of a kind. */
export type OperatedJobs = Pick<LeasedJobs<KeyColumns, Columns>, 'counts' | 'listDead' | 'restartDead'>;

/** The kinds of jobs of a service by name. */
export type JobKinds = Map<string, OperatedJobs>;

/** Dead jobs of a kind in one response. */
const MAX_LISTED = 200;
/** Dead jobs that one call restarts. */
const MAX_RESTARTED = 500;

const summarize = async (kind: string, jobs: OperatedJobs): Promise<JobKind> => {
  const { due, oldestSeconds, running, dead } = await jobs.counts();
  return { kind, due, oldestDueSeconds: oldestSeconds, running, dead };
};

const listDead = async (kind: string, jobs: OperatedJobs, limit: number): Promise<DeadJob[]> =>
  limit === 0
    ? []
    : (await jobs.listDead(limit)).map((job) => ({
        kind,
        accountId: job.accountId,
        key: keyText(job),
        // The attempt that found the job dead does not count.
        tries: job.tries - 1,
        problem: job.problem ?? '',
        since: job.diedAt,
      }));

/** Serves the methods with which operators see and restart jobs (`porchlight jobs`). */
export const serveJobs = (
  rpc: Pick<RpcServer, 'add'>,
  kinds: ReadonlyMap<string, OperatedJobs>,
  logger: Pick<Logger, 'info'>,
): void =>
  rpc.add(
    JobServiceDefinition,
    {
      listJobs: async ({ deadLimit: limit }) => {
        if (limit < 0 || limit > MAX_LISTED)
          throw invalidBody(`Field 'deadLimit' is ${limit}; it must be from 0 to ${MAX_LISTED}.`);
        const sorted = [...kinds].sort(([one], [other]) => one.localeCompare(other));
        const summaries: JobKind[] = [];
        const deadJobs: DeadJob[] = [];
        for (const [kind, jobs] of sorted) {
          summaries.push(await summarize(kind, jobs));
          deadJobs.push(...(await listDead(kind, jobs, limit)));
        }
        return { kinds: summaries, deadJobs };
      },
      retryJobs: async ({ kind, accountId, key }) => {
        const jobs = kinds.get(kind);
        if (!jobs)
          throw invalidBody(`Field 'kind' is '${kind}'; it must be one of ${[...kinds.keys()].sort().join(', ')}.`);
        if (key !== undefined && accountId === 0)
          throw invalidBody("Field 'key' needs 'accountId': each account has its own keys.");
        const selected = { accountId: accountId === 0 ? undefined : accountId, key };
        const restarted = await jobs.restartDead(selected, MAX_RESTARTED);
        logger.info({ event: 'jobs.restarted', kind, accountId, key, restarted }, 'an operator restarted dead jobs');
        return { restarted, more: restarted === MAX_RESTARTED };
      },
    },
    { roles: ['Operator'] },
  );
