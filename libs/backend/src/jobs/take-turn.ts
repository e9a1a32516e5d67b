import { isTransient } from '@porchlight/bus';
import {
  sleep,
  startStopwatch,
  withDeadline,
  type Clock,
  type Counter,
  type Ids,
  type Logger,
} from '@porchlight/runtime';
import { systemCall, type Columns } from '@porchlight/store';
import { toMs, type JobDefinition, type JobStep, type KeyColumns } from './define-job';
import type { JobDocument } from './job-document';
import type { LeasedJobs } from './job-store-contract';

/** Time that an aborted step has to end before it counts as failed, ms. */
const GRACE_MS = 5_000;
/** The lease outlives the step by this time, ms: its result is stored in it. */
const MARGIN_MS = 10_000;
/** Pause before a failed step is repeated, ms; doubles with each failure up to the maximum. */
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;
const MAX_TRIES = 10;
const MAX_PROBLEM = 500;
const TOKEN_BYTES = 9;

/** What a runner works with. */
export interface RunnerOptions<K extends KeyColumns, D extends Columns, P> {
  readonly definition: JobDefinition<K, D, P>;
  readonly jobs: LeasedJobs<K, D>;
  readonly ports: P;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'random'>;
  readonly logger: Logger;
  readonly steps: Counter<'kind' | 'result'>;
}

/** Creates the function that takes the turn of an account: one step of its longest due job. */
export const createTakeTurn = <K extends KeyColumns, D extends Columns, P>({
  definition,
  jobs,
  ports,
  clock,
  ids,
  logger,
  steps,
}: RunnerOptions<K, D, P>) => {
  const { name: kind, maxTries = MAX_TRIES, share = 1 } = definition;
  const stepMs = toMs(definition.stepTimeout);
  const runStep = definition.step(ports);
  const recordDeath = definition.onDead?.(ports);

  const report = (job: JobDocument<K, D>, result: string, ms: number, error?: unknown): void => {
    steps.inc({ kind, result });
    const { _id, accountId, tries } = job;
    const fields = { event: 'job.step', kind, jobId: _id, accountId, result, tries, ms: Math.round(ms) };
    if (error === undefined) logger.info(fields);
    else logger.warn({ ...fields, err: error });
  };

  const limit = <T>(job: JobDocument<K, D>, signal: AbortSignal, work: (step: JobStep<K, D>) => Promise<T>) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(stepMs)]);
    const step = { job, call: systemCall(job.accountId, limited) };
    return withDeadline(work(step), stepMs + GRACE_MS, () => new Error(`The step did not end within ${stepMs} ms.`));
  };

  /** Returns the name of the result. */
  const attempt = async (job: JobDocument<K, D>, signal: AbortSignal): Promise<string> => {
    if (job.tries > maxTries) {
      const problem = job.problem ?? 'Its process ended in each attempt.';
      if (recordDeath) await limit(job, signal, (step) => recordDeath({ ...step, problem }));
      await jobs.settle(job, { state: 'dead', diedAt: clock.date() });
      return 'dead';
    }
    const result = await limit(job, signal, runStep);
    if (result.outcome === 'done') await jobs.finish(job);
    else {
      const data = { ...job.data, ...result.data };
      const next = result.after === undefined ? job.dueAt.getTime() : clock.now() + toMs(result.after);
      const againAt = job.againAt?.getTime() ?? 0;
      const dueAt = new Date(againAt > clock.now() ? Math.min(next, againAt) : next);
      await jobs.settle(job, { data, dueAt, tries: 0 });
    }
    return result.outcome;
  };

  const setAside = async (job: JobDocument<K, D>, error: unknown): Promise<void> => {
    const dueAt = new Date(clock.now() + Math.min(RETRY_MS * 2 ** (job.tries - 1), LONGEST_RETRY_MS));
    // An error of the surroundings, such as a database that does not answer, does not use up the last attempt.
    const tries = isTransient(error) && job.tries === maxTries ? maxTries - 1 : job.tries;
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, MAX_PROBLEM);
    await jobs.settle(job, { dueAt, tries, problem });
  };

  /** False if another process runs a job of the account. */
  return async (accountId: number, signal: AbortSignal): Promise<boolean> => {
    signal.throwIfAborted();
    const holder = ids.random(TOKEN_BYTES).toString('base64url');
    const job = await jobs.claim(accountId, holder, stepMs + GRACE_MS + MARGIN_MS);
    if (!job) return false;
    const elapsed = startStopwatch();
    try {
      report(job, await attempt(job, signal), elapsed());
    } catch (error) {
      if (signal.aborted) {
        await jobs.settle(job, { tries: job.tries - 1 });
        throw error;
      }
      report(job, 'failed', elapsed(), error);
      await setAside(job, error);
    }
    await sleep(elapsed() * (1 / share - 1), signal);
    return true;
  };
};
