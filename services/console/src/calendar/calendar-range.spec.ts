import { daysOf, formatRange, momentsOfDays, turnPage } from './calendar-range';

describe('the days of a view', () => {
  test('given a day, then a week has seven days with it', () => {
    const days = daysOf('week', '2026-12-02');
    expect(days).toHaveLength(7);
    expect(days).toContain('2026-12-02');
  });

  test('given a month, then six weeks contain its first and last day', () => {
    const days = daysOf('month', '2026-08-15');
    expect(days).toHaveLength(42);
    expect(days).toEqual(expect.arrayContaining(['2026-08-01', '2026-08-31']));
  });

  test('given the last day of a long month, then the next month is not skipped', () => {
    expect(turnPage('month', '2026-01-31', 1)).toBe('2026-02-28');
    expect(turnPage('month', '2026-03-31', -1)).toBe('2026-02-28');
    expect(turnPage('week', '2026-12-28', 1)).toBe('2027-01-04');
  });

  test('given a week of two months or of one, then its heading names each month and the year once', () => {
    expect(formatRange('week', '2026-11-25')).toMatch(/^Nov 2\d\s–\s2\d, 2026$/);
    expect(formatRange('week', '2026-12-01')).toMatch(/^Nov \d+\s–\sDec \d+, 2026$/);
  });

  test('given a day on which the clock changes, then its moments are 23 hours apart', () => {
    expect(momentsOfDays(['2026-03-08'], 'America/Chicago')).toEqual({
      start: '2026-03-08T06:00:00.000Z',
      end: '2026-03-09T05:00:00.000Z',
    });
  });
});
