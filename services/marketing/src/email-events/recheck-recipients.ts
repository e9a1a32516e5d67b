import { createPollLoop, type PollLoop } from '@porchlight/runtime';
import type { Parts } from '../service';

/** Work that is repeated once, a moment later. */
export interface Recheck {
  /** Size of the work, in email events. */
  readonly weight: number;
  readonly run: () => Promise<void>;
}

/** Looks up recipients a second time, for people whose copies arrived while their email events were recorded. */
export interface RecipientRecheck extends PollLoop {
  /** Schedules a recheck; without effect while too many wait. */
  schedule(recheck: Recheck): void;
}

/** Longer than a copy takes to arrive in normal operation, ms. */
const AFTER_MS = 1_000;
const INTERVAL_MS = 250;
/** Rechecks and their events in memory; an event has up to 2.5 kB. */
const MAX_WAITING = 500;
const MAX_EVENTS = 5_000;

/** Creates the worker. Scheduled rechecks are lost when the process ends; the events are stored. */
export const createRecipientRecheck = ({ clock, logger }: Pick<Parts, 'clock' | 'logger'>): RecipientRecheck => {
  const waiting: (Recheck & { readonly due: number })[] = [];
  let events = 0;
  const loop = createPollLoop({
    look: async (signal) => {
      while (!signal.aborted && waiting[0] && waiting[0].due <= clock.now()) {
        const { run, weight } = waiting.shift()!;
        events -= weight;
        await run();
      }
      return false;
    },
    intervalMs: INTERVAL_MS,
    failed: (error) =>
      logger.warn(
        { event: 'recipients.recheck_failed', err: error },
        'recipients of email events could not be looked up again',
      ),
  });
  return {
    ...loop,
    schedule(recheck) {
      if (waiting.length >= MAX_WAITING || events + recheck.weight > MAX_EVENTS) return;
      waiting.push({ ...recheck, due: clock.now() + AFTER_MS });
      events += recheck.weight;
    },
  };
};
