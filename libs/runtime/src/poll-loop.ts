import type { Worker } from './supervisor';
import { createWakeSignal, type WakeSignal } from './wake-signal';

export interface PollLoopOptions {
  /** Runs one poll; returns true if there may be more work. */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
  /** Pause between two polls, ms. */
  readonly intervalMs: number;
  /** Each poll in a row without work doubles the pause up to this time, ms; default: the pause stays the same. */
  readonly longestIntervalMs?: number;
  /** Called with the number of consecutive failed polls. Not called for failures during a stop. */
  readonly failed: (error: unknown, failures: number) => void;
  /** Called when the loop stops; must not fail. */
  readonly ended?: () => Promise<void>;
  /** Ends the pause, as `notify` does; for code that is created before the loop. */
  readonly wakeSignal?: WakeSignal;
}

/** A worker that polls for work. */
export interface PollLoop extends Worker {
  /** Look now. */
  notify(): void;
}

/** Longest pause after failures, ms: the database is unavailable. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Polls, again at once while there is more work, else after a pause or a notification. Failures lengthen the pauses;
 * polls without work do so too if `longestIntervalMs` is set.
 */
export const createPollLoop = (options: PollLoopOptions): PollLoop => {
  const { look, intervalMs, longestIntervalMs = intervalMs, failed, ended, wakeSignal = createWakeSignal() } = options;
  return {
    notify: wakeSignal.notify,
    async run(signal) {
      let failures = 0;
      let pauseMs = intervalMs;
      const pause = async (): Promise<void> => {
        const isWoken = await wakeSignal.pause(pauseMs, signal);
        pauseMs = isWoken ? intervalMs : Math.min(2 * pauseMs, Math.max(intervalMs, longestIntervalMs));
      };
      while (!signal.aborted) {
        wakeSignal.reset();
        try {
          const more = await look(signal);
          failures = 0;
          if (more) pauseMs = intervalMs;
          else await pause();
        } catch (error) {
          if (signal.aborted) break;
          failed(error, ++failures);
          pauseMs = intervalMs;
          wakeSignal.reset();
          await wakeSignal.pause(Math.max(intervalMs, Math.min(LONGEST_PAUSE_MS, intervalMs * failures)), signal);
        }
      }
      await ended?.();
    },
  };
};
