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
    expect(nextAttempt(DEFAULTS, EVENT, EVENT, 2 * HOUR)).toBe(EVENT + 2 * HOUR);
    expect(nextAttempt(DEFAULTS, EVENT, EVENT, 60_000)).toBe(EVENT + HOUR);
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 35 * HOUR, 100 * HOUR)).toBe(EVENT + 36 * HOUR);
  });

  test('When the first attempt came after the end, Then it was the last', () => {
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 40 * HOUR)).toBeUndefined();
    expect(nextAttempt(DEFAULTS, EVENT, EVENT + 36 * HOUR)).toBeUndefined();
  });

  test('Given a start that a wrong clock put into the future, Then the next attempt is one interval from now', () => {
    expect(nextAttempt(DEFAULTS, EVENT, EVENT - 2 * HOUR)).toBe(EVENT - HOUR);
    expect(nextAttempt(DEFAULTS, EVENT, EVENT - 2 * HOUR, 100 * HOUR)).toBe(EVENT + 34 * HOUR);
  });

  test('When the interval is short, Then the same rules apply', () => {
    const local = { retryIntervalMs: 2_000, giveUpAfterMs: 20_000 };
    expect(nextAttempt(local, EVENT, EVENT + 30)).toBe(EVENT + 2_000);
    expect(nextAttempt(local, EVENT, EVENT + 20_010)).toBeUndefined();
  });
});
