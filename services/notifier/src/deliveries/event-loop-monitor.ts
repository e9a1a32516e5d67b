import { startStopwatch } from '@porchlight/runtime';

const TICK_MS = 50;
/** Delay of timers on an idle machine, ms. */
const NORMAL_DELAY_MS = 5;

/**
 * Sums the delays of a 50 ms timer. The duration of an attempt includes these delays, so a timeout during a stall says
 * nothing about the receiver.
 */
export const startEventLoopMonitor = () => {
  const elapsed = startStopwatch();
  let tickedAt = 0;
  let total = 0;
  const lateBy = (now: number): number => Math.max(0, now - tickedAt - TICK_MS - NORMAL_DELAY_MS);
  const timer = setInterval(() => {
    const now = elapsed();
    total += lateBy(now);
    tickedAt = now;
  }, TICK_MS);
  timer.unref();
  return {
    /** Total stall time since the start, ms. */
    stalledMs: () => total + lateBy(elapsed()),
    stop: () => clearInterval(timer),
  };
};

/** A timeout is not the receiver's fault if the process was stalled for at least this part of it. */
const STALLED_PART = 1 / 4;
const TIMEOUTS = new Set(['timeout', 'connect-timeout']);

/** Whether an attempt of `ms` that ended with `error` failed because this process was stalled for `stalledMs` of it. */
export const isLocalTimeout = (error: string, ms: number, stalledMs: number): boolean =>
  TIMEOUTS.has(error) && stalledMs >= ms * STALLED_PART;
