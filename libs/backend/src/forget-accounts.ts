import type { BatchHandler } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { createPollLoop, type Clock, type Logger, type Worker } from '@porchlight/runtime';
import {
  column,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  type Lease,
  type Store,
  inAllAccounts,
} from '@porchlight/store';

/** An account whose data is being erased; `_id` is its number. */
export const erasureJobSchema = defineDocument(
  {
    _id: column.number,
    /** Time of the deletion, ms since the epoch. */
    since: column.number,
    /** Number of completed erasure passes. */
    sweeps: column.number,
    dueAt: column.date,
  },
  [{ keys: { dueAt: 1 }, global: true }],
);
export type ErasureJob = DocumentOf<typeof erasureJobSchema>;

/** Dependencies of the erasure. */
export interface ForgetAccountsOptions {
  readonly jobs: DocumentCollection<ErasureJob>;
  readonly store: Pick<Store, 'forgetAccount'>;
  /** Lease: one process of the service at a time. */
  readonly lease: Lease;
  /** Runs before the collections are erased; returns those to skip in this pass. */
  readonly before: (job: ErasureJob, signal: AbortSignal) => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const ACCOUNT_DELETED = 'auth.accounts.deleted';

const MINUTE_MS = 60_000;
/**
 * Erasure passes after the deletion, ms: at once, then for writes that were in flight, last for late messages of other
 * services, which is the retention of the topics.
 */
const SWEEPS_MS = [0, 0.5, 2, 10, 60, 360, 1_440, 4_320, 11_520].map((minutes) => minutes * MINUTE_MS);
/** From this pass on no process writes for the account: its counters are deleted too. */
const WHOLE_FROM = 3;
const INTERVAL_MS = 5_000;
const AT_ONCE = 20;
/** Lease of a job, ms: the longest wait after a crash of its holder. */
export const ERASURE_LEASE_MS = 60_000;

/** Erases all data of deleted accounts in a service, also if the service was down at the deletion. */
export const forgetAccounts = (
  options: ForgetAccountsOptions,
): { readonly take: BatchHandler; readonly worker: Worker } => {
  const { jobs, store, lease, before, clock, logger } = options;

  const sweep = async (job: ErasureJob, signal: AbortSignal): Promise<void> => {
    const { _id: accountId, since, sweeps } = job;
    const except = await before(job, signal);
    const removed = await store.forgetAccount(accountId, { except, whole: sweeps >= WHOLE_FROM, signal });
    if (sweeps === 0 || removed > 0)
      logger.info(
        { event: 'account.forgotten', accountId, sweep: sweeps, removed },
        'removed what belonged to a deleted account',
      );
    const next = SWEEPS_MS[sweeps + 1];
    if (next === undefined) await jobs.deleteOne({ _id: accountId });
    else await jobs.updateOne({ _id: accountId }, { $set: { sweeps: sweeps + 1, dueAt: new Date(since + next) } });
  };

  /** Returns true if a job was due; there may be more. */
  const look = async (signal: AbortSignal): Promise<boolean> => {
    const due = await jobs.find(inAllAccounts({ dueAt: { $gt: new Date(0), $lt: new Date(clock.now() + 1) } }), {
      sort: { dueAt: 1 },
      limit: AT_ONCE,
    });
    let swept = false;
    for (const job of due) {
      if (signal.aborted || !(await lease.hold())) break;
      await sweep(job, signal);
      swept = true;
    }
    return swept;
  };

  const loop = createPollLoop({
    look,
    intervalMs: INTERVAL_MS,
    failed: (error) =>
      logger.warn(
        { event: 'account.forget_failed', err: error },
        'what belonged to a deleted account could not be removed yet',
      ),
    ended: () => lease.release().catch(() => undefined),
  });

  return {
    async take(batch) {
      const now = clock.date();
      const gone = batch
        .filter(({ type }) => type === ACCOUNT_DELETED)
        .map(({ value }) => Change.decode(value).accountId);
      if (gone.length === 0) return;
      await jobs.insertMany([...new Set(gone)].map((_id) => ({ _id, since: now.getTime(), sweeps: 0, dueAt: now })));
      loop.notify();
    },
    worker: loop,
  };
};
