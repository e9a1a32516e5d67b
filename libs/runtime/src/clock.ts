/** The time of day, as a dependency. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  date(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now(), date: () => new Date() };

/** A manual clock for tests: 36 hours pass in one call. */
export interface ManualClock extends Clock {
  /** Advances by milliseconds. */
  advance(ms: number): void;
  /** Sets the time, ms since the epoch; also backwards, like a corrected clock. */
  set(ms: number): void;
}

/** Creates a manual clock that starts at a time (default 2026-01-01T00:00:00Z). */
export const createManualClock = (startMs = Date.UTC(2026, 0, 1)): ManualClock => {
  let at = startMs;
  return {
    now: () => at,
    date: () => new Date(at),
    advance: (ms) => void (at += ms),
    set: (ms) => void (at = ms),
  };
};

/**
 * True if less than `limitMs` have passed since `sinceMs`, for caches. False if the clock was set back since then: an
 * entry must not stay fresh for as long as the clock was set back.
 */
export const isFresh = (clock: Pick<Clock, 'now'>, sinceMs: number, limitMs: number): boolean => {
  const age = clock.now() - sinceMs;
  return age >= 0 && age < limitMs;
};

/** Starts a stopwatch; the returned function returns the elapsed ms, on a monotonic clock. */
export const startStopwatch = (): (() => number) => {
  const started = performance.now();
  return () => performance.now() - started;
};
