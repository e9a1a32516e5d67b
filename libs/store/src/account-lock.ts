import { refuse } from '@porchlight/errors';
import { createKeyedMutex, sleep, type KeyedMutex } from '@porchlight/runtime';
import type { Lease } from './contract/store';

/** Key of the lock: the whole account or a part of it (`7:<part>`). */
type LockKey = number | `${number}:${string}`;

/** Duration of the lock after its process ended, ms. It is renewed while the work runs. */
const LOCK_MS = 30_000;
/** The same for work during which other callers are refused. */
const ATTEMPT_MS = 90_000;
const ATTEMPTS = 60;
const PAUSE_MS = 50;

const hasWaited = async (lease: Lease, signal: AbortSignal): Promise<boolean> => {
  for (let attempt = 1; !(await lease.hold()); attempt++)
    if (attempt === ATTEMPTS || !(await sleep(PAUSE_MS, signal))) return false;
  return true;
};

export type AccountLock = ReturnType<typeof createAccountLock>;

/**
 * Serializes changes of one kind of record (`stages`) in an account, over all replicas: a mutex in the process, a lease
 * between processes. It replaces a unique index, which on the embedded database never frees a value that an update
 * replaced.
 */
export const createAccountLock = (
  kind: string,
  createLease: (name: string, ttlMs: number) => Lease,
  mutex: KeyedMutex = createKeyedMutex(),
) => {
  const holding = async <T>(lease: Lease, ttlMs: number, work: () => Promise<T>): Promise<T> => {
    // Renewed while the work runs. The interval allows one renewal to fail.
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
    /** Runs the work when the lock is free. Throws UNAVAILABLE if it is not free in time. */
    run: <T>(key: LockKey, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
      const name = `${kind}:${key}`;
      return mutex.run([name], signal, async () => {
        const lease = createLease(name, LOCK_MS);
        if (!(await hasWaited(lease, signal))) throw refuse('UNAVAILABLE');
        return holding(lease, LOCK_MS, work);
      });
    },
    /** Runs the work if the lock is free; otherwise returns undefined at once. */
    attempt: async <T>(key: LockKey, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> => {
      const name = `${kind}:${key}`;
      // A lease belongs to a process: within the process the mutex decides.
      if (!mutex.isFree(name)) return undefined;
      return mutex.run([name], signal, async () => {
        const lease = createLease(name, ATTEMPT_MS);
        return (await lease.hold()) ? holding(lease, ATTEMPT_MS, work) : undefined;
      });
    },
  };
};
