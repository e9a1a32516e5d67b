/**
 * Retry schedule of a delivery. With the defaults (interval 1 h, end 36 h after the event):
 *
 *   attempt | after the event | since the previous
 *   --------|-----------------|-------------------
 *         1 | at once         |
 *         2 | 1 h             | 1 h
 *         3 | 2 h             | 1 h
 *       ... | ...             | 1 h
 *        37 | 36 h            | 1 h
 *         - | then GivenUp    |
 *
 * Attempts after the first stay on this grid, independent of their duration. After a late attempt (our outage) the next
 * one is at least half an interval away. A due attempt is always made, even if it is late.
 */
export interface Schedule {
  /** Milliseconds between attempts. */
  readonly retryIntervalMs: number;
  /** The last attempt is at most this long after the event, ms. */
  readonly giveUpAfterMs: number;
}

/**
 * A delivery that is stored this long after its event (or before it, by a wrong clock) could not be attempted earlier,
 * ms.
 */
const LATE_MS = 60_000;

/**
 * Start of the retry schedule of a delivery that is stored at `now`: its event, or `now` if Kafka or this service was
 * unavailable when the event happened. So our outages do not shorten the schedule.
 */
export const scheduleStart = (occurred: Date, now: Date): Date =>
  Math.abs(now.getTime() - occurred.getTime()) > LATE_MS ? now : occurred;

/**
 * Time of the attempt after one made at `now`, ms; undefined if it was the last. `retryAfterMs` (from the receiver)
 * delays this attempt, but not beyond the end of the schedule.
 */
export const nextAttempt = (schedule: Schedule, occurred: number, now: number, retryAfterMs = 0) => {
  const { retryIntervalMs, giveUpAfterMs } = schedule;
  // A delivery that was stored while the clock was ahead starts in the future: its schedule begins now.
  const start = Math.min(occurred, now);
  const end = start + giveUpAfterMs;
  const steps = Math.max(1, Math.ceil((now - start + retryIntervalMs / 2) / retryIntervalMs));
  const next = start + steps * retryIntervalMs;
  if (next > end) return undefined;
  return Math.min(end, Math.max(next, now + retryAfterMs));
};
