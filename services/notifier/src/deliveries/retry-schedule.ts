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
 *
 * With early retries (D13.8) there are further attempts 5 s, 1 min and 10 min after the event, which do not move the
 * hourly ones.
 */
export interface Schedule {
  /** Milliseconds between attempts. */
  readonly retryIntervalMs: number;
  /** The last attempt is at most this long after the event, ms. */
  readonly giveUpAfterMs: number;
}

/** Further attempts of webhooks with early retries, ms after the start. */
const EARLY_MS = [5_000, 60_000, 600_000] as const;
/** Until then an attempt may be an early one: it does not move the next hourly one, ms. */
const EARLY_END_MS = 660_000;
/** An early attempt that would follow its predecessor sooner is left out, ms. */
const LEAST_PAUSE_MS = 2_500;

/** What the next attempt depends on besides the schedule. */
export interface AttemptOptions {
  /** From the receiver: delays the next attempt, but not beyond the end of the schedule. */
  readonly retryAfterMs?: number | undefined;
  readonly earlyRetries?: boolean | undefined;
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

/** Time of the attempt after one at `now`, ms; undefined if it was the last. */
export const nextAttempt = (
  { retryIntervalMs, giveUpAfterMs }: Schedule,
  occurred: number,
  now: number,
  { retryAfterMs = 0, earlyRetries = false }: AttemptOptions = {},
): number | undefined => {
  // A delivery that was stored while the clock was ahead starts in the future: its schedule begins now.
  const start = Math.min(occurred, now);
  const end = start + giveUpAfterMs;
  const half = retryIntervalMs / 2;
  const pause = earlyRetries && now - start < EARLY_END_MS ? Math.min(half, LEAST_PAUSE_MS) : half;
  const steps = Math.max(1, Math.ceil((now - start + pause) / retryIntervalMs));
  const early = earlyRetries ? EARLY_MS.map((ms) => start + ms).filter((at) => at >= now + LEAST_PAUSE_MS) : [];
  const next = Math.min(start + steps * retryIntervalMs, ...early);
  if (next > end) return undefined;
  return Math.min(end, Math.max(next, now + retryAfterMs));
};
