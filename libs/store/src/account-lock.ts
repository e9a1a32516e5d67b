import { refuse } from '@porchlight/errors';
import { createKeyedMutex, sleep, type KeyedMutex } from '@porchlight/runtime';
import type { Lease } from './types';

/** Key of the lock: the whole account or a part of it (`7:<part>`). */
export type LockKey = number | `${number}:${string}`;

/** Lets one piece of work at a time change one kind of thing in an account, over all replicas. */
export interface AccountLock {
  /** Waits for its turn. Throws UNAVAILABLE when it cannot be had in time. */
  run<T>(key: LockKey, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Runs the work if the lock is free; otherwise returns undefined at once. */
  attempt<T>(key: LockKey, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined>;
}

/** How long a lock outlives a process that died, ms. It is renewed while the work runs. */
const LOCK_MS = 30_000;
/** The same for work that others are refused for meanwhile. */
const ATTEMPT_MS = 90_000;
const ATTEMPTS = 60;
const PAUSE_MS = 50;

const hasWaited = async (lease: Lease, signal: AbortSignal): Promise<boolean> => {
  for (let attempt = 1; !(await lease.hold()); attempt++)
    if (attempt === ATTEMPTS || !(await sleep(PAUSE_MS, signal))) return false;
  return true;
};

/**
 * Makes the lock of one kind of thing (`stages`): turns inside the process, a lease between processes. It takes the
 * place of a unique index, which on the embedded database never frees a value that an update replaced.
 */
export const createAccountLock = (
  kind: string,
  leaseOf: (name: string, ttlMs: number) => Lease,
  turns: KeyedMutex = createKeyedMutex(),
): AccountLock => {
  const holding = async <T>(lease: Lease, ttlMs: number, work: () => Promise<T>): Promise<T> => {
    // Renewed for as long as the work runs. One renewal that fails leaves time for the next.
    const renewal = setInterval(() => void lease.hold().catch(() => false), ttlMs / 3);
    renewal.unref();
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      // The work is done, whether the lease is released now or expires.
      await lease.release().catch(() => undefined);
    }
  };
  return {
    run: (key, signal, work) => {
      const name = `${kind}:${key}`;
      return turns.run([name], signal, async () => {
        const lease = leaseOf(name, LOCK_MS);
        if (!(await hasWaited(lease, signal))) throw refuse('UNAVAILABLE');
        return holding(lease, LOCK_MS, work);
      });
    },
    attempt: async (key, signal, work) => {
      const name = `${kind}:${key}`;
      // A lease belongs to a process: within the process the mutex decides.
      if (!turns.isFree(name)) return undefined;
      return turns.run([name], signal, async () => {
        const lease = leaseOf(name, ATTEMPT_MS);
        return (await lease.hold()) ? holding(lease, ATTEMPT_MS, work) : undefined;
      });
    },
  };
};
