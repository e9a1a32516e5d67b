import { createPollLoop, type Clock, type Logger } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import { runErasureStep, type ErasureJob, type ErasureStores } from './erase-person';

export interface EraserOptions {
  readonly stores: ErasureStores;
  readonly jobs: Pick<DocumentCollection<ErasureJob>, 'find' | 'updateOne' | 'deleteMany'>;
  /** Held by one process at a time. */
  readonly lease: { hold(): Promise<boolean>; release(): Promise<void> };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Jobs per round: each gets one step, so that a large erasure does not delay others. */
const JOBS_AT_ONCE = 20;
const INTERVAL_MS = 1_000;
/** Pause of a job after a failed step, ms. */
const RETRY_MS = 30_000;
/** Above the duration of one round, ms. Other replicas wait this long for a dead process. */
export const ERASE_LEASE_MS = 60_000;
/** Timeout of one step, ms. */
const STEP_MS = 10_000;

/** Runs erasures: one step of each job per round. Progress is stored after each step. */
export const createEraser = ({ stores, jobs, lease, clock, logger }: EraserOptions) => {
  const step = async (job: ErasureJob, signal: AbortSignal): Promise<void> => {
    try {
      const next = await runErasureStep(stores, job, AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]));
      if (!next) return void (await jobs.deleteMany({ _id: job._id }));
      const { _id, accountId: _accountId, people: _people, children: _children, ...progress } = next;
      const now = clock.date();
      await jobs.updateOne({ _id }, { $set: { ...progress, dueAt: next.dueAt > now ? next.dueAt : now } });
    } catch (error) {
      logger.warn(
        { event: 'person.erasure_failed', accountId: job.accountId, err: error },
        'a step of an erasure failed; it is retried',
      );
      await jobs.updateOne({ _id: job._id }, { $set: { dueAt: new Date(clock.now() + RETRY_MS) } });
    }
  };

  const look = async (signal: AbortSignal): Promise<boolean> => {
    const dueAt = { $gt: new Date(0), $lt: new Date(clock.now() + 1) };
    const due = await jobs.find({ dueAt }, { sort: { dueAt: 1 }, limit: JOBS_AT_ONCE });
    if (due.length === 0 || !(await lease.hold())) return false;
    for (const job of due) {
      if (signal.aborted) return false;
      await step(job, signal);
    }
    return true;
  };

  const loop = createPollLoop({
    look,
    intervalMs: INTERVAL_MS,
    failed: (error, failures) =>
      logger.warn({ event: 'person.erasures_failed', failures, err: error }, 'erasures could not be read'),
    ended: () => lease.release().catch(() => undefined),
  });
  return { ...loop, look };
};
