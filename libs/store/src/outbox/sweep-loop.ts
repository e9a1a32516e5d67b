import type { StoreOptions } from '../types';
import type { Sweeper } from './sweeper';

/** Milliseconds between rounds: soon again while there is something to sweep, seldom while there is not. */
export const ROUNDS = { busyMs: 1_000, idleMs: 3_000, pruneMs: 600_000 } as const;

/** Sweeps for as long as the process lives. */
export interface SweepLoop {
  start(): void;
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
}

/** Makes the loop; a round that fails is logged and the next one comes all the same. */
export const createSweepLoop = ({
  sweeper,
  logger,
}: {
  sweeper: Sweeper;
  logger: StoreOptions['logger'];
}): SweepLoop => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let sincePrune = 0;

  const round = async (): Promise<void> => {
    let pauseMs: number = ROUNDS.idleMs;
    try {
      if ((await sweeper.sweep()) > 0) pauseMs = ROUNDS.busyMs;
      if (sincePrune >= ROUNDS.pruneMs) {
        await sweeper.prune();
        sincePrune = 0;
      }
    } catch (error) {
      logger.warn({ err: error }, 'a sweep failed; trying again');
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
