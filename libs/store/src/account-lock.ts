import { refuse } from '@porchlight/errors';
import { createTurns, sleep, type Turns } from '@porchlight/runtime';
import type { Lease } from './types';

/** What is locked: something of the whole account, or of a part of it (`7:<part>`). */
export type LockKey = number | `${number}:${string}`;

/** Lets one piece of work at a time change one kind of thing in an account, over all replicas. */
export interface AccountLock {
  /** Waits for its turn. Throws UNAVAILABLE when it cannot be had in time. */
  run<T>(key: LockKey, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Does the work unless somebody else is at it; then answers undefined at once. */
  attempt<T>(key: LockKey, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined>;
}

/** Above the longest time of a call, so that a lock never ends under somebody who still works. */
const LOCK_MS = 30_000;
/** Above that of a call that others are refused for meanwhile: such calls have more time. */
const ATTEMPT_MS = 90_000;
const ATTEMPTS = 60;
const PAUSE_MS = 50;

const hasWaited = async (lease: Lease, signal: AbortSignal): Promise<boolean> => {
  for (let attempt = 1; !(await lease.hold()); attempt++) if (attempt === ATTEMPTS || !(await sleep(PAUSE_MS, signal))) return false;
  return true;
};

/**
 * Makes the lock of one kind of thing (`stages`): turns inside the process, a lease between processes. It takes the place of
 * a unique index, which on the embedded database never frees a value that an update replaced.
 */
export const createAccountLock = (kind: string, leaseOf: (name: string, ttlMs: number) => Lease, turns: Turns = createTurns()): AccountLock => {
  const holding = async <T>(lease: Lease, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      await lease.release();
    }
  };
  return {
    run: (key, signal, work) => {
      const name = `${kind}:${key}`;
      return turns.run([name], signal, async () => {
        const lease = leaseOf(name, LOCK_MS);
        if (!(await hasWaited(lease, signal))) throw refuse('UNAVAILABLE');
        return holding(lease, work);
      });
    },
    attempt: async (key, signal, work) => {
      const name = `${kind}:${key}`;
      // A lease is of its process: within that only the turns tell.
      if (!turns.isFree(name)) return undefined;
      return turns.run([name], signal, async () => {
        const lease = leaseOf(name, ATTEMPT_MS);
        return (await lease.hold()) ? holding(lease, work) : undefined;
      });
    },
  };
};
