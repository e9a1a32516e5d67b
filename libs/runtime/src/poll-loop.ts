import type { Worker } from './supervisor';
import { createWakeSignal, type WakeSignal } from './wake-signal';

export interface PollLoopOptions {
  /** Runs one poll; returns true if there may be more work. */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
  /** Longest pause between two polls, ms. */
  readonly intervalMs: number;
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
 * Polls, again at once while there is more work, else after a pause or a notification. Failures lengthen the pauses.
 */
export const createPollLoop = (options: PollLoopOptions): PollLoop => {
  const { look, intervalMs, failed, ended, wakeSignal = createWakeSignal() } = options;
  return {
    notify: wakeSignal.notify,
    async run(signal) {
      let failures = 0;
      while (!signal.aborted) {
        wakeSignal.reset();
        try {
          const more = await look(signal);
          failures = 0;
          if (!more) await wakeSignal.pause(intervalMs, signal);
        } catch (error) {
          if (signal.aborted) break;
          failed(error, ++failures);
          wakeSignal.reset();
          await wakeSignal.pause(Math.max(intervalMs, Math.min(LONGEST_PAUSE_MS, intervalMs * failures)), signal);
        }
      }
      await ended?.();
    },
  };
};
