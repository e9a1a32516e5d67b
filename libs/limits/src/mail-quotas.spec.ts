import { DAY_MS } from './durations';
import { dailyMails } from './mail-quotas';

const NOW = Date.UTC(2026, 10, 26);
const daysOld = (days: number) => ({ created: new Date(NOW - days * DAY_MS) });

describe('N5 the quotas of mails per account and day', () => {
  it.each([
    ['planMails', 0, 200],
    ['planMails', 29.9, 200],
    ['planMails', 30, 2_000],
    ['notificationMails', 29.9, 500],
    ['notificationMails', 30, 5_000],
  ] as const)('given %s of an account of %d days, then it may send %d', (kind, days, expected) => {
    expect(dailyMails(kind, daysOld(days), NOW)).toBe(expected);
  });

  it('given an account of unknown age, then it has the quota of a new one', () => {
    expect(dailyMails('planMails', {}, NOW)).toBe(200);
  });

  it('given a number that the operator set, then it counts at any age, also 0', () => {
    expect(dailyMails('planMails', { ...daysOld(1), mailsPerDay: { planMails: 9_000 } }, NOW)).toBe(9_000);
    expect(dailyMails('planMails', { ...daysOld(99), mailsPerDay: { planMails: 0 } }, NOW)).toBe(0);
    expect(dailyMails('notificationMails', { ...daysOld(1), mailsPerDay: { planMails: 9_000 } }, NOW)).toBe(500);
  });
});
