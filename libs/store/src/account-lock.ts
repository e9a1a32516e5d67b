import { refuse } from '@porchlight/errors';
import { createTurns, sleep, type Turns } from '@porchlight/runtime';
import type { Lease } from './types';

/** Lets one piece of work at a time change one kind of thing in an account, over all replicas. */
export interface AccountLock {
  /** Throws UNAVAILABLE when it cannot be had in time. */
  run<T>(accountId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** Above the longest time of a call, so that a lock never ends under somebody who still works. */
const LOCK_MS = 30_000;
const ATTEMPTS = 60;
const PAUSE_MS = 50;

/**
 * Makes the lock of one kind of thing (`stages`): turns inside the process, a lease between processes. It takes the place of
 * a unique index, which on the embedded database never frees a value that an update replaced.
 */
export const createAccountLock = (kind: string, leaseOf: (name: string, ttlMs: number) => Lease, turns: Turns = createTurns()): AccountLock => ({
  run: (accountId, signal, work) => {
    const name = `${kind}:${accountId}`;
    return turns.run([name], signal, async () => {
      const lease = leaseOf(name, LOCK_MS);
      for (let attempt = 1; !(await lease.hold()); attempt++)
        if (attempt === ATTEMPTS || !(await sleep(PAUSE_MS, signal))) throw refuse('UNAVAILABLE');
      try {
        return await work();
      } finally {
        await lease.release();
      }
    });
  },
});
