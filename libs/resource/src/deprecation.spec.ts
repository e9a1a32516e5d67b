import { describeDeprecation, formatDeprecation } from './deprecation';

const instead = 'Use `GET /v1/people`.';

describe('a deprecation', () => {
  it('given a day, then the header has seconds since 1970 as a date of structured fields (RFC 9745)', () => {
    expect(formatDeprecation({ since: '2026-12-31', instead })).toEqual({
      Deprecation: '@1798675200',
      Link: '</docs/guides/versioning#deprecation>; rel="deprecation"; type="text/html"',
    });
  });

  it('given an end, then Sunset is a date of HTTP (RFC 8594)', () => {
    expect(formatDeprecation({ since: '2026-12-31', sunset: '2027-07-01', instead })).toMatchObject({
      Sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    });
  });

  it('given an end within 180 days, then it is refused', () => {
    expect(() => formatDeprecation({ since: '2026-12-31', sunset: '2027-06-01', instead })).toThrow(/180 days/);
  });

  it('given no day, then it is refused', () => {
    expect(() => formatDeprecation({ since: 'soon', instead })).toThrow(/2026-12-31/);
  });

  it('given an end, then the description says since when, until when and what to use', () => {
    expect(describeDeprecation({ since: '2026-12-31', sunset: '2027-07-01', instead })).toBe(
      'Deprecated since 2026-12-31, ends 2027-07-01. Use `GET /v1/people`.',
    );
  });
});
