import { refuse } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import type { Lease } from '@porchlight/store';
import type { PipelineLock } from '../ports';

/** Above the longest time of a call, so that a lock never ends under somebody who still works. */
export const PIPELINE_LOCK_MS = 30_000;
const ATTEMPTS = 60;
const PAUSE_MS = 50;
/** Most pieces of work that wait inside the process; more are refused UNAVAILABLE. */
const MAX_WAITING = 1_000;

/** Makes the lock: turns inside the process, a lease between processes. */
export const createPipelineLock = (leaseOf: (name: string, ttlMs: number) => Lease): PipelineLock => {
  const tails = new Map<number, Promise<void>>();
  let waiting = 0;

  const withLease = async <T>(accountId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const lease = leaseOf(`pipelines:${accountId}`, PIPELINE_LOCK_MS);
    for (let attempt = 1; !(await lease.hold()); attempt++)
      if (attempt === ATTEMPTS || !(await sleep(PAUSE_MS, signal))) throw refuse('UNAVAILABLE');
    try {
      return await work();
    } finally {
      await lease.release();
    }
  };

  return {
    run: (accountId, signal, work) => {
      if (waiting >= MAX_WAITING) return Promise.reject(refuse('UNAVAILABLE'));
      waiting++;
      const done = (tails.get(accountId) ?? Promise.resolve()).then(() => {
        signal.throwIfAborted();
        return withLease(accountId, signal, work);
      });
      const ended = (): void => {
        waiting--;
        if (tails.get(accountId) === tail) tails.delete(accountId);
      };
      const tail: Promise<void> = done.then(ended, ended);
      tails.set(accountId, tail);
      return done;
    },
  };
};
