import { DAY_MS, HOUR_MS } from '@porchlight/runtime';
/** Failures of one key. */
export interface Failures {
  readonly failures: number;
  /** Time of the first failure, or of the last one while the delay doubles, ms since the epoch. */
  readonly since: number;
  readonly until: number;
}

/** How many failures are allowed, and the delay after them. */
export interface LockOut {
  /** Failures within `withinMs` that cause no delay. */
  readonly free: number;
  readonly withinMs: number;
  /**
   * If true, the delay doubles with each further failure, from `waitMs` to `maxDelayMs`; otherwise it lasts until the
   * window ends.
   */
  readonly doubles: boolean;
  readonly waitMs: number;
  readonly maxDelayMs: number;
}

/** Failed sign-ins: after 5 within a minute the delay doubles from 1 s to 15 min (decisions section 8). */
export const SIGN_IN: LockOut = { free: 5, withinMs: 60_000, waitMs: 1_000, maxDelayMs: 900_000, doubles: true };
const limitPer = (free: number, withinMs: number): LockOut => ({
  free,
  withinMs,
  doubles: false,
  waitMs: 0,
  maxDelayMs: 0,
});
/** At most `max` within an hour. */
export const perHour = (max: number): LockOut => limitPer(max, HOUR_MS);
/** At most `max` within a day. */
export const perDay = (max: number): LockOut => limitPer(max, DAY_MS);

/** Failed client authentications: 20 a minute (decisions section 8). */
export const CLIENT_AUTHENTICATION: LockOut = {
  free: 20,
  withinMs: 60_000,
  waitMs: 60_000,
  maxDelayMs: 60_000,
  doubles: false,
};

/** Milliseconds until the next attempt is allowed. */
export const remainingDelay = (before: Failures | undefined, now: number): number =>
  Math.max(0, (before?.until ?? 0) - now);

const isExpired = (before: Failures, now: number, rule: LockOut): boolean => {
  if (!rule.doubles || before.failures < rule.free) return now - before.since >= rule.withinMs;
  return now - before.until >= Math.max(rule.withinMs, before.until - before.since);
};

/** Adds a failure. Old failures expire after the window, or after a time as long as their delay. */
export const addFailure = (before: Failures | undefined, now: number, rule: LockOut): Failures => {
  const attempts = before && !isExpired(before, now, rule) ? before : { failures: 0, since: now };
  const failures = attempts.failures + 1;
  const beyond = failures - rule.free;
  if (beyond < 0) return { failures, since: attempts.since, until: 0 };
  if (!rule.doubles) return { failures, since: attempts.since, until: attempts.since + rule.withinMs };
  return { failures, since: now, until: now + Math.min(rule.waitMs * 2 ** beyond, rule.maxDelayMs) };
};
