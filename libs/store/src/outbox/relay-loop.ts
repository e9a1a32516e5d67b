import { createPollLoop, sleep, startStopwatch } from '@porchlight/runtime';
import type { StoreOptions } from '../contract/store';
import type { OutboxRelay } from './outbox-relay';

/** Milliseconds between rounds: short while entries were found, long while none were. */
const BUSY_MS = 1_000;
const IDLE_MS = 3_000;
const PRUNE_EVERY_MS = 600_000;

/** Runs the outbox relay until the signal is aborted. A failed round is logged, and the next one follows. */
export const runRelay = (relay: OutboxRelay, logger: StoreOptions['logger'], signal: AbortSignal): Promise<void> => {
  let sincePrune = startStopwatch();
  const loop = createPollLoop({
    intervalMs: IDLE_MS,
    look: async () => {
      const published = await relay.run();
      if (sincePrune() >= PRUNE_EVERY_MS) {
        await relay.prune();
        sincePrune = startStopwatch();
      }
      return published > 0 && sleep(BUSY_MS, signal);
    },
    failed: (error) => logger.warn({ err: error }, 'the outbox relay failed; it runs again'),
  });
  return loop.run(signal);
};
