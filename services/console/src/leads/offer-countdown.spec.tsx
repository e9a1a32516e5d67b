import { formatRemaining } from './offer-countdown';

const AT = Date.parse('2026-03-01T10:00:00Z');

describe('the time that is left to claim a lead', () => {
  test.each([
    ['2026-03-01T10:00:05Z', '0:05'],
    ['2026-03-01T10:27:40Z', '27:40'],
    ['2026-03-01T11:00:00Z', '1 h 0 m'],
    ['2026-03-02T09:59:30Z', '23 h 59 m'],
    ['2026-03-02T15:57:17Z', '1 d 5 h'],
  ])('given an offer until %s, then %s are left', (until, text) => {
    expect(formatRemaining(until, AT)).toBe(text);
  });

  test('given an offer that has ended, then nothing is left', () => {
    expect(formatRemaining('2026-03-01T10:00:00Z', AT)).toBeUndefined();
  });
});
