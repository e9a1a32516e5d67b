import { addMinutes, minutesBetween, shiftDay, toMoment, toWallTime } from './zoned-time';

describe('times of a zone', () => {
  test.each([
    ['2026-12-01T15:00:00Z', 'America/Chicago', '2026-12-01T09:00'],
    ['2026-07-01T03:30:00Z', 'America/Chicago', '2026-06-30T22:30'],
    ['2026-12-01T15:00:00Z', 'Asia/Kolkata', '2026-12-01T20:30'],
  ])('given %s in %s, then the clock shows %s, and the way back is the same moment', (moment, zone, time) => {
    expect(toWallTime(new Date(moment), zone)).toBe(time);
    expect(toMoment(time, zone)).toEqual(new Date(moment));
  });

  test.each([
    ['before the change', '2026-03-08T01:59', '2026-03-08T07:59:00.000Z'],
    ['after the change', '2026-03-08T03:00', '2026-03-08T08:00:00.000Z'],
  ])('given a day on which the clock changes, then a time %s is right', (_, time, moment) => {
    expect(toMoment(time, 'America/Chicago').toISOString()).toBe(moment);
  });

  test('given a time that the clock skips, then it is moved by the gap', () => {
    expect(toWallTime(toMoment('2026-03-08T02:30', 'America/Chicago'), 'America/Chicago')).toMatch(/T0[13]:30$/);
  });

  test('given minutes over midnight, then the day changes', () => {
    expect(addMinutes('2026-12-31T23:30', 60)).toBe('2027-01-01T00:30');
    expect(minutesBetween('2026-12-31T23:30', '2027-01-01T00:30')).toBe(60);
  });

  test('given the last day of a month, then the next day is the first', () => {
    expect(shiftDay('2026-11-30', 1)).toBe('2026-12-01');
  });
});
