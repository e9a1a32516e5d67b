import { refuse } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import type { Lease } from '@porchlight/store';
import type { StageLock, Turns } from '../ports';

/** Above the longest time of a call, so that a lock never ends under somebody who still works. */
export const STAGE_LOCK_MS = 30_000;
const ATTEMPTS = 60;
const PAUSE_MS = 50;

/** Makes the lock of one kind of settings: turns inside the process, a lease between processes. */
export const createStageLock = (
  turns: Turns,
  leaseOf: (name: string, ttlMs: number) => Lease,
  kind = 'stages',
): StageLock => ({
  run: (accountId, signal, work) =>
    turns.run([`${kind}:${accountId}`], signal, async () => {
      const lease = leaseOf(`${kind}:${accountId}`, STAGE_LOCK_MS);
      for (let attempt = 1; !(await lease.hold()); attempt++) {
        if (attempt === ATTEMPTS || !(await sleep(PAUSE_MS, signal))) throw refuse('UNAVAILABLE');
      }
      try {
        return await work();
      } finally {
        await lease.release();
      }
    }),
});
