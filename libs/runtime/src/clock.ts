/** The time of day. Everything that asks for it takes one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  date(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now(), date: () => new Date() };

/** A manual clock for tests: 36 hours pass in one call. */
export interface ManualClock extends Clock {
  /** Moves forward by milliseconds. */
  advance(ms: number): void;
  /** Moves to a moment, in milliseconds since the epoch; also backwards, as a corrected clock does. */
  set(ms: number): void;
}

/** Makes a manual clock that starts at a moment (default 2026-01-01T00:00:00Z). */
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

/** Starts measuring; the function returned gives the milliseconds since, immune to corrections of the clock. */
export const startStopwatch = (): (() => number) => {
  const started = performance.now();
  return () => performance.now() - started;
};
