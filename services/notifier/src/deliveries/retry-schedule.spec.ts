import { nextAttempt, scheduleStart } from './retry-schedule';

const HOUR = 3_600_000;
const DEFAULTS = { retryIntervalMs: HOUR, giveUpAfterMs: 36 * HOUR };
const EVENT = Date.UTC(2026, 0, 1);

describe('The retry schedule', () => {
  test('Given Kafka was away for a day, When the delivery is stored, Then its 36 h start then', () => {
    const now = new Date(EVENT + 24 * HOUR);
    expect(scheduleStart(new Date(EVENT), now)).toBe(now);
  });

  test('Given a delivery that is stored at once, Then its 36 h start at the event', () => {
    expect(scheduleStart(new Date(EVENT), new Date(EVENT + 30_000)).getTime()).toBe(EVENT);
  });

  test('Given an event of a clock that was an hour ahead, Then its 36 h start now', () => {
    expect(scheduleStart(new Date(EVENT + HOUR), new Date(EVENT)).getTime()).toBe(EVENT);
  });

  test('D7.10 When every attempt fails at once, Then there are 37, hourly, the last 36 h after the event', () => {
    const made = [EVENT];
    for (
      let next = nextAttempt(DEFAULTS, EVENT, EVENT + 15);
      next !== undefined;
      next = nextAttempt(DEFAULTS, EVENT, next + 15)
    )
      made.push(next);
    expect(made).toHaveLength(37);
    expect(made.map((at) => (at - EVENT) / HOUR)).toEqual(Array.from({ length: 37 }, (_, hour) => hour));
  });

  test('When every attempt takes its full time, Then the hours do not drift', () => {
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 5 * HOUR + 12_000)).toBe(EVENT + 6 * HOUR);
  });

  test('When an attempt is late, Then the next one keeps half an interval of distance', () => {
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 1.4 * HOUR)).toBe(EVENT + 2 * HOUR);
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 1.9 * HOUR)).toBe(EVENT + 3 * HOUR);
  });

  test('When the receiver sends Retry-After, Then that attempt is delayed, but not beyond the end', () => {
    expect(nextAttempt(DEFAULTS, EVENT, EVENT, { retryAfterMs: 2 * HOUR })).toBe(EVENT + 2 * HOUR);
    expect(nextAttempt(DEFAULTS, EVENT, EVENT, { retryAfterMs: 60_000 })).toBe(EVENT + HOUR);
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 35 * HOUR, { retryAfterMs: 100 * HOUR })).toBe(EVENT + 36 * HOUR);
  });

  test('When the first attempt came after the end, Then it was the last', () => {
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 40 * HOUR)).toBeUndefined();
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 36 * HOUR)).toBeUndefined();
  });

  test('Given a start that a wrong clock put into the future, Then the next attempt is one interval from now', () => {
    expect(nextAttempt(DEFAULTS, EVENT, EVENT - 2 * HOUR)).toBe(EVENT - HOUR);
    expect(nextAttempt(DEFAULTS, EVENT, EVENT - 2 * HOUR, { retryAfterMs: 100 * HOUR })).toBe(EVENT + 34 * HOUR);
  });

  test('When the interval is short, Then the same rules apply', () => {
    const local = { retryIntervalMs: 2_000, giveUpAfterMs: 20_000 };
    expect(nextAttempt(local, EVENT, EVENT + 30)).toBe(EVENT + 2_000);
    expect(nextAttempt(local, EVENT, EVENT + 20_010)).toBeUndefined();
  });

  describe('D13.8 (1) with early retries', () => {
    const early = { earlyRetries: true };
    /** Times of all attempts after the event, s, if each fails at once. */
    const listAttempts = (schedule: typeof DEFAULTS): number[] => {
      const seconds = [0];
      for (
        let next = nextAttempt(schedule, EVENT, EVENT + 15, early);
        next !== undefined;
        next = nextAttempt(schedule, EVENT, next + 15, early)
      )
        seconds.push((next - EVENT) / 1_000);
      return seconds;
    };

    test('given failures, then attempts are made after 5 s, 1 min and 10 min, and hourly as without them', () => {
      const hourly = Array.from({ length: 36 }, (_, hour) => (hour + 1) * 3_600);
      expect(listAttempts(DEFAULTS)).toEqual([0, 5, 60, 600, ...hourly]);
    });

    test('given an attempt that ends after the time of an early one, then the next early one is made', () => {
      expect(nextAttempt(DEFAULTS, EVENT, EVENT + 4_000, early)).toBe(EVENT + 60_000);
      expect(nextAttempt(DEFAULTS, EVENT, EVENT + 11_000, early)).toBe(EVENT + 60_000);
      expect(nextAttempt(DEFAULTS, EVENT, EVENT + 20 * 60_000, early)).toBe(EVENT + HOUR);
    });

    test('given Retry-After, then the attempt is delayed and the hourly ones stay', () => {
      const delayed = nextAttempt(DEFAULTS, EVENT, EVENT, { ...early, retryAfterMs: 30 * 60_000 })!;
      expect(delayed).toBe(EVENT + 30 * 60_000);
      expect(nextAttempt(DEFAULTS, EVENT, delayed, early)).toBe(EVENT + HOUR);
    });

    test('given another interval, then its attempts are not moved either', () => {
      const schedule = { retryIntervalMs: 16 * 60_000, giveUpAfterMs: 48 * 60_000 };
      expect(listAttempts(schedule)).toEqual([0, 5, 60, 600, 960, 1_920, 2_880]);
    });

    test('given an end before an early attempt, then it is not made', () => {
      expect(listAttempts({ retryIntervalMs: 20_000, giveUpAfterMs: 50_000 })).toEqual([0, 5, 20, 40]);
    });
  });
});
