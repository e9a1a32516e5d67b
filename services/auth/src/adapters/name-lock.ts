import { refuse } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import type { Lease } from '@porchlight/store';
import type { NameLock } from '../ports';

/** Above the longest time of a call, so that a lock never ends under somebody who still works. */
const LOCK_MS = 30_000;
const ATTEMPTS = 60;
const PAUSE_MS = 50;

/**
 * One at a time per key: turns inside the process, a lease between processes. It takes the place of a unique index,
 * which on the embedded database never frees a value that an update replaced.
 */
export const createNameLock = (leaseOf: (name: string, ttlMs: number) => Lease): NameLock => {
  const tails = new Map<string, Promise<unknown>>();

  const hold = async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const lease = leaseOf(key, LOCK_MS);
    for (let attempt = 1; !(await lease.hold()); attempt++) {
      if (attempt === ATTEMPTS || !(await sleep(PAUSE_MS, signal))) throw refuse('UNAVAILABLE');
    }
    try {
      return await work();
    } finally {
      await lease.release();
    }
  };

  return {
    run(key, signal, work) {
      const turn = (tails.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => hold(key, signal, work));
      tails.set(key, turn);
      const leave = (): void => void (tails.get(key) === turn && tails.delete(key));
      turn.then(leave, leave);
      return turn;
    },
  };
};
