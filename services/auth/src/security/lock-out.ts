/** Failures of one kind from one place. */
export interface Failures {
  readonly failures: number;
  /** ms since the epoch. */
  readonly since: number;
  readonly until: number;
}

/** How failures are answered. */
export interface LockOut {
  /** Failures within `withinMs` that cost no waiting. */
  readonly free: number;
  readonly withinMs: number;
  /**
   * Waiting after the last free one doubles with each more, from `waitMs` to `mostMs`; otherwise the window must end.
   */
  readonly doubles: boolean;
  readonly waitMs: number;
  readonly mostMs: number;
}

/** Failed sign-ins: after 5 within a minute waiting doubles from 1 s to 15 min (decisions section 8). */
export const SIGN_IN: LockOut = { free: 5, withinMs: 60_000, waitMs: 1_000, mostMs: 900_000, doubles: true };
const atMost = (free: number, withinMs: number): LockOut => ({ free, withinMs, doubles: false, waitMs: 0, mostMs: 0 });
/** At most `most` within an hour; then the hour must end. */
export const hourly = (most: number): LockOut => atMost(most, 3_600_000);
/** At most `most` within a day; then the day must end. */
export const daily = (most: number): LockOut => atMost(most, 86_400_000);

/** Failed client authentications: 20 a minute (decisions section 8). */
export const CLIENT_AUTHENTICATION: LockOut = {
  free: 20,
  withinMs: 60_000,
  waitMs: 60_000,
  mostMs: 60_000,
  doubles: false,
};

/** Milliseconds to wait before the next attempt is looked at; 0: none. */
export const waitOf = (before: Failures | undefined, now: number): number => Math.max(0, (before?.until ?? 0) - now);

const isForgotten = (before: Failures, now: number, rule: LockOut): boolean => {
  if (!rule.doubles || before.failures < rule.free) return now - before.since >= rule.withinMs;
  return now - before.until >= Math.max(rule.withinMs, before.until - before.since);
};

/**
 * The count with one failure more. Old ones are forgotten: after the window, or as long again as the waiting they cost.
 */
export const addFailure = (before: Failures | undefined, now: number, rule: LockOut): Failures => {
  const known = before && !isForgotten(before, now, rule) ? before : { failures: 0, since: now };
  const failures = known.failures + 1;
  const beyond = failures - rule.free;
  if (beyond < 0) return { failures, since: known.since, until: 0 };
  if (!rule.doubles) return { failures, since: known.since, until: known.since + rule.withinMs };
  return { failures, since: now, until: now + Math.min(rule.waitMs * 2 ** beyond, rule.mostMs) };
};
