import type { AccountView } from './rules/account-view';

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
