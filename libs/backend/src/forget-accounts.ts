import type { BatchHandler } from '@porchlight/bus';
import { decodeChange, type FactClaim } from '@porchlight/contracts';
import { MINUTE_MS, type Clock, type Logger } from '@porchlight/runtime';
import { column, defineDocument, type Store, type Stored } from '@porchlight/store';
import { again, defineJob, done } from './jobs/define-job';
import { formerJobs } from './jobs/former-jobs';
import type { JobStore } from './jobs/job-store-contract';
import { runPart } from './jobs/run-part';

/** The form of the version before; `_id` is the account. */
const formerErasureSchema = defineDocument(
  { _id: column.number, since: column.number, sweeps: column.number, dueAt: column.date },
  [{ keys: { dueAt: 1 }, global: true }],
);

const progress = {
  /** Time of the deletion, ms since the epoch. */
  since: column.number,
  /** Number of completed erasure passes. */
  sweeps: column.number,
};

/** An account whose data is being erased, before its next pass. */
export interface ErasurePass {
  readonly accountId: number;
  /** Number of completed passes. */
  readonly sweeps: number;
}

/** What the erasure works with. */
export interface ForgetAccountsPorts {
  readonly store: Pick<Store, 'forgetAccount'>;
  /** Runs before the collections are erased; returns those to skip in this pass. */
  readonly before: (pass: ErasurePass, signal: AbortSignal) => Promise<readonly string[]>;
  /** Whether auth confirms deletions; undefined if it does not answer. */
  readonly confirm: (claims: readonly FactClaim[], signal: AbortSignal) => Promise<readonly boolean[] | undefined>;
  /** Time between the deletion and the first pass, ms. */
  readonly delayMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const ACCOUNT_DELETED = 'auth.accounts.deleted';

/**
 * Erasure passes after the delay, ms: at once, then for writes that were in flight, last for late messages of other
 * services, which is the retention of the topics.
 */
const SWEEPS_MS = [0, 0.5, 2, 10, 60, 360, 1_440, 4_320, 11_520].map((minutes) => minutes * MINUTE_MS);
/** From this pass on no process writes for the account: its counters are deleted too. */
const WHOLE_FROM = 3;
/** Part of a pass in one step, ms; the erasure of a large account takes several. */
const STEP_MS = 45_000;
/** Name of the jobs and of their collection, which an erasure leaves out. */
const JOBS = 'accountErasureJobs';

/**
 * Whether the account may be erased. Before its first pass auth must still say that it is deleted: it may have been
 * restored meanwhile.
 */
const isProven = async ({ confirm }: ForgetAccountsPorts, { accountId, sweeps }: ErasurePass, signal: AbortSignal) => {
  if (sweeps > 0) return true;
  const answers = await confirm([{ type: ACCOUNT_DELETED, accountId, ids: [accountId], dataJson: '' }], signal);
  return answers?.[0];
};

/** One pass, or a part of it. */
const sweep = async (ports: ForgetAccountsPorts, pass: ErasurePass, signal: AbortSignal): Promise<void> => {
  const { store, before, logger } = ports;
  const { accountId, sweeps } = pass;
  const except = [...(await before(pass, signal)), JOBS];
  const removed = await store.forgetAccount(accountId, { except, whole: sweeps >= WHOLE_FROM, signal });
  if (sweeps === 0 || removed > 0)
    logger.info(
      { event: 'account.forgotten', accountId, sweep: sweeps, removed },
      'removed what belonged to a deleted account',
    );
};

/** Erases all data of a deleted account in a service, in several passes. */
export const accountErasure = defineJob({
  name: JOBS,
  key: {},
  data: progress,
  every: '5s',
  stepTimeout: '1min',
  former: formerJobs({
    collection: 'accountErasures',
    schema: formerErasureSchema,
    toJob: ({ _id, since, sweeps, dueAt }) => ({ accountId: _id, key: {}, data: { since, sweeps }, dueAt }),
  }),
  step:
    (ports: ForgetAccountsPorts) =>
    async ({ job, call }) => {
      const { clock, delayMs, logger } = ports;
      const { accountId, data } = job;
      const proven = await isProven(ports, { accountId, ...data }, call.signal);
      if (proven === undefined) return again({ after: '30s' });
      if (!proven) {
        logger.error({ event: 'account.not_deleted', accountId }, 'auth does not confirm the deletion');
        return done();
      }
      const isSwept = await runPart(call, STEP_MS, (signal) => sweep(ports, { accountId, ...data }, signal));
      if (!isSwept) return again();
      const next = SWEEPS_MS[data.sweeps + 1];
      if (next === undefined) return done();
      const pauseMs = Math.max(0, data.since + delayMs + next - clock.now());
      return again({ data: { sweeps: data.sweeps + 1 }, after: `${pauseMs}ms` });
    },
});

/** Adds the erasure of deleted accounts, also of accounts that were deleted while the service was down. */
export const followDeletedAccounts =
  (
    jobs: Pick<JobStore<Record<never, never>, typeof progress>, 'add' | 'find'>,
    { clock, delayMs }: Pick<ForgetAccountsPorts, 'clock' | 'delayMs'>,
  ): BatchHandler =>
  async (batch) => {
    const deleted = batch
      .filter(({ type }) => type === ACCOUNT_DELETED)
      .map(({ value }) => decodeChange(value).accountId);
    const data: Stored<typeof progress> = { since: clock.now(), sweeps: 0 };
    for (const accountId of new Set(deleted))
      // A repeated message does not begin a running erasure again.
      if (!(await jobs.find(accountId, {}))) await jobs.add(accountId, {}, data, new Date(data.since + delayMs));
  };
