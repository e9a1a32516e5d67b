import type { BatchHandler } from '@porchlight/bus';
import { Change, type FactClaim } from '@porchlight/contracts';
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
  /** Whether auth confirms deletions; undefined if it does not answer. */
  readonly confirm: (claims: readonly FactClaim[], signal: AbortSignal) => Promise<readonly boolean[] | undefined>;
  /** Time between the deletion and the first pass, ms. */
  readonly delayMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const ACCOUNT_DELETED = 'auth.accounts.deleted';

const MINUTE_MS = 60_000;
/**
 * Erasure passes after the delay, ms: at once, then for writes that were in flight, last for late messages of other
 * services, which is the retention of the topics.
 */
const SWEEPS_MS = [0, 0.5, 2, 10, 60, 360, 1_440, 4_320, 11_520].map((minutes) => minutes * MINUTE_MS);
/** From this pass on no process writes for the account: its counters are deleted too. */
const WHOLE_FROM = 3;
const INTERVAL_MS = 5_000;
const AT_ONCE = 20;
/** Lease of a job, ms: the longest wait after a crash of its holder. */
export const ERASURE_LEASE_MS = 60_000;

/** Pause before auth is asked again, ms. */
const ASK_AGAIN_MS = 30_000;

/** Erases all data of deleted accounts in a service, also if the service was down at the deletion. */
export const forgetAccounts = (
  options: ForgetAccountsOptions,
): { readonly take: BatchHandler; readonly worker: Worker } => {
  const { jobs, store, lease, before, confirm, delayMs, clock, logger } = options;

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
    else
      await jobs.updateOne(
        { _id: accountId },
        { $set: { sweeps: sweeps + 1, dueAt: new Date(since + delayMs + next) } },
      );
  };

  /**
   * The jobs that may run. Before its first pass auth must still say that the account is deleted: it may have been
   * restored meanwhile.
   */
  const selectProven = async (due: readonly ErasureJob[], signal: AbortSignal): Promise<readonly ErasureJob[]> => {
    const first = due.filter(({ sweeps }) => sweeps === 0);
    if (first.length === 0) return due;
    const claims = first.map(({ _id }) => ({ type: ACCOUNT_DELETED, accountId: _id, ids: [_id], dataJson: '' }));
    const answers = await confirm(claims, signal);
    const dueAt = new Date(clock.now() + ASK_AGAIN_MS);
    for (const [at, { _id }] of first.entries()) {
      if (!answers) await jobs.updateOne({ _id }, { $set: { dueAt } });
      else if (!answers[at]) {
        await jobs.deleteOne({ _id });
        logger.error({ event: 'account.not_deleted', accountId: _id }, 'auth does not confirm the deletion');
      }
    }
    const isProven = new Map(first.map(({ _id }, at) => [_id, answers?.[at] === true]));
    return due.filter(({ _id }) => isProven.get(_id) ?? true);
  };

  /** Returns true if a job was due; there may be more. */
  const look = async (signal: AbortSignal): Promise<boolean> => {
    const due = await jobs.find(inAllAccounts({ dueAt: { $gt: new Date(0), $lt: new Date(clock.now() + 1) } }), {
      sort: { dueAt: 1 },
      limit: AT_ONCE,
    });
    let swept = false;
    for (const job of await selectProven(due, signal)) {
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
      const since = now.getTime();
      const dueAt = new Date(since + delayMs);
      await jobs.insertMany([...new Set(gone)].map((_id) => ({ _id, since, sweeps: 0, dueAt })));
      loop.notify();
    },
    worker: loop,
  };
};
