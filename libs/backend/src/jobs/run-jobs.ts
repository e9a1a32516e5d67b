import { createPollLoop, mapBounded, type PollLoop } from '@porchlight/runtime';
import type { Columns } from '@porchlight/store';
import { toMs, type KeyColumns } from './define-job';
import { createTakeTurn, type RunnerOptions } from './take-turn';

/** Accounts of one round; further ones have their turn in the next. */
const ACCOUNTS = 200;
/** Interval of the search for records of the version before, ms. */
const FORMER_MS = 60_000;
/** Pause between polls while no job is due, ms. The process that adds a job begins with it at once. */
const IDLE_MS = 5_000;

/** A worker that runs the jobs of one kind. */
export interface JobRunner extends PollLoop {
  /** One round: a step of each account with due jobs, at most 200. True if there may be more work. */
  look(signal: AbortSignal): Promise<boolean>;
}

/**
 * Runs jobs in turns by account. A job is leased for one step, so replicas share the work; a lease that expires returns
 * the job of a killed process. A failing job steps aside with growing pauses and is dead after `maxTries`.
 */
export const createJobRunner = <K extends KeyColumns, D extends Columns, P>(
  options: RunnerOptions<K, D, P>,
): JobRunner => {
  const { definition, jobs, clock, logger } = options;
  const { name: kind, concurrency = 4 } = definition;
  const takeTurn = createTakeTurn(options);

  /** When records of the version before were read, ms. */
  let readAt = Number.NEGATIVE_INFINITY;
  const takeFormer = async (): Promise<void> => {
    if (clock.now() - readAt < FORMER_MS) return;
    if (!(await jobs.takeFormer())) readAt = clock.now();
  };

  /** The last account of the previous round; the next round continues after it. */
  let lastAccount = 0;
  const look = async (signal: AbortSignal): Promise<boolean> => {
    await takeFormer();
    const accounts = await jobs.dueAccounts(lastAccount, ACCOUNTS);
    const isPart = lastAccount > 0 || accounts.length === ACCOUNTS;
    lastAccount = accounts.length === ACCOUNTS ? accounts.at(-1)! : 0;
    const errors: unknown[] = [];
    const turns = await mapBounded(accounts, concurrency, async (accountId) => {
      // After an error of the database no further turn begins; running ones end before the next round.
      if (errors.length > 0) return false;
      return takeTurn(accountId, signal).catch((error: unknown) => {
        errors.push(error);
        return false;
      });
    });
    if (errors.length > 0) throw errors[0];
    return isPart || turns.includes(true);
  };

  const loop = createPollLoop({
    look,
    intervalMs: toMs(definition.every),
    longestIntervalMs: IDLE_MS,
    failed: (error, failures) => logger.warn({ event: 'jobs.failed', kind, failures, err: error }),
  });
  return { ...loop, look };
};
