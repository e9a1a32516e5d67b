import type { AccountView } from './rules/account-view';

/** How long other replicas may go on with what was true before a change, ms. */
export const DIRECTORY_TTL_MS = 1_000;

/** Stages and users of accounts, as up to date as a second allows. */
export interface Directory {
  /** The account as it is now, at most a second old; makes the default stages of an account on its first touch. */
  of(accountId: number): Promise<AccountView>;
  /** What was known last, without waiting; for rendering after `of` was awaited. */
  known(accountId: number): AccountView;
  /** Drops what is known, after a change. */
  forget(accountId: number): void;
}

/** One at a time for work on the same thing inside this process, so that its writes do not collide. */
export interface Turns {
  /** Runs the work when all earlier work on any of the keys has ended; throws the signal's reason when that takes too long. */
  run<T>(keys: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** Lets one piece of work at a time change an account's stages, over all replicas. */
export interface StageLock {
  /** Throws UNAVAILABLE when it cannot be had in time. */
  run<T>(accountId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** People of a stage that is being deleted still have to be moved. Kept until all are, so that no crash forgets any. */
export interface StageMoveJob {
  /** `<accountId>:<stageId>` */
  _id: string;
  accountId: number;
  stageId: number;
  targetId: number;
  /** When the stage was deleted, ms. */
  since: number;
}

/** The moves that are written down and not yet done. */
export interface StageMoves {
  add(accountId: number, stageId: number, targetId: number, since: number): Promise<StageMoveJob>;
  of(accountId: number): Promise<StageMoveJob[]>;
  /** Jobs of all accounts that began before a moment, ms. */
  before(moment: number): Promise<StageMoveJob[]>;
  done(job: StageMoveJob): Promise<void>;
  ensureIndexes(): Promise<void>;
}
