import fc from 'fast-check';
import { readTime } from './times';

describe('D13.5 times of leads', () => {
  it.each([
    [1_763_650_000, '2025-11-20T14:46:40.000Z'],
    ['1763650000', '2025-11-20T14:46:40.000Z'],
    [1_763_650_000_000, '2025-11-20T14:46:40.000Z'],
    ['1763650000123', '2025-11-20T14:46:40.123Z'],
    ['1763650000.75', '2025-11-20T14:46:40.750Z'],
    [999_999_999, '2001-09-09T01:46:39.000Z'],
    [999_999_999_999, '2001-09-09T01:46:39.999Z'],
    ['Thu, 20 Nov 2025 14:46:40 +0000', '2025-11-20T14:46:40.000Z'],
    ['20 Nov 2025 09:46:40 -0500', '2025-11-20T14:46:40.000Z'],
    ['Thu, 20 Nov 2025 14:46:40 GMT', '2025-11-20T14:46:40.000Z'],
    ['Thu, 20 Nov 2025 06:46:40 -0800 (PST)', '2025-11-20T14:46:40.000Z'],
    ['Thu, 20 Nov 2025 06:46:40 PST', '2025-11-20T14:46:40.000Z'],
    ['thu,  20 november 2025 14:46', '2025-11-20T14:46:00.000Z'],
    ['Thursday, 20-Nov-25 14:46:40 UTC', '2025-11-20T14:46:40.000Z'],
    ['2025-11-20', '2025-11-20T00:00:00.000Z'],
    ['2025-11-20 14:46', '2025-11-20T14:46:00.000Z'],
    ['2025-11-20T14:46:40', '2025-11-20T14:46:40.000Z'],
    ['2025-11-20T09:46:40 -05:00', '2025-11-20T14:46:40.000Z'],
    ['2025-11-20 14:46:40.5+00', '2025-11-20T14:46:40.500Z'],
    ['2025-11-20 09:46:40-05', '2025-11-20T14:46:40.000Z'],
    ['2025-11-20 14:46:40 UTC', '2025-11-20T14:46:40.000Z'],
    ['2025-11-20T14:46 gmt', '2025-11-20T14:46:00.000Z'],
  ])('given %p, then it is %s', (value, time) => expect(readTime(value)?.toISOString()).toBe(time));

  it.each([
    12_345_678,
    '12345678901',
    '12345678901234',
    -1_763_650_000,
    'yesterday',
    '31 Feb 2025 10:00:00 +0000',
    '',
    true,
    null,
  ])('given %p, then it is no time', (value) => expect(readTime(value)).toBeUndefined());

  it('given any second of 1990 to 2090 as a mail date or as digits, then it is that second', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        (date) => {
          const second = Math.floor(date.getTime() / 1_000);
          expect(readTime(date.toUTCString())?.getTime()).toBe(second * 1_000);
          expect(readTime(second)?.getTime()).toBe(second * 1_000);
          expect(readTime(String(date.getTime()))?.getTime()).toBe(date.getTime());
        },
      ),
    );
  });
});
