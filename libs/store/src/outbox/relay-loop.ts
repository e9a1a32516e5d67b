import type { StoreOptions } from '../contract/store';
import type { OutboxRelay } from './outbox-relay';

/** Milliseconds between rounds: short while entries were found, long while none were. */
export const ROUNDS = { busyMs: 1_000, idleMs: 3_000, pruneMs: 600_000 } as const;

/** Runs the outbox relay until the process stops. */
export interface RelayLoop {
  start(): void;
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
}

/** Creates the loop; a failed round is logged and the next one follows. */
export const createRelayLoop = ({
  relay,
  logger,
}: {
  relay: OutboxRelay;
  logger: StoreOptions['logger'];
}): RelayLoop => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let sincePrune = 0;

  const round = async (): Promise<void> => {
    let pauseMs: number = ROUNDS.idleMs;
    try {
      if ((await relay.run()) > 0) pauseMs = ROUNDS.busyMs;
      if (sincePrune >= ROUNDS.pruneMs) {
        await relay.prune();
        sincePrune = 0;
      }
    } catch (error) {
      logger.warn({ err: error }, 'the outbox relay failed; it runs again');
    }
    sincePrune += pauseMs;
    schedule(pauseMs);
  };
  const schedule = (ms: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round();
    }, ms);
    timer.unref();
  };

  return {
    start: () => schedule(0),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
