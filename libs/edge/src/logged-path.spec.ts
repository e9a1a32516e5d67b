import { formatLoggedPath } from './logged-path';

describe('D13.4 paths in the log', () => {
  it.each([
    ['/unsubscribe/abc_DEF-1'],
    ['/Unsubscribe/abc'],
    ['//unsubscribe//abc'],
    ['/%75nsubscribe/abc'],
    ['/unsubscribe%2Fabc'],
    ['/unsubscribe/%zz/unsubscribe'],
  ])('given %s, then the token is not logged', (path) => expect(formatLoggedPath(path)).toBe('/unsubscribe/***'));

  it.each([
    ['/files/personAttachments/abc_DEF-1'],
    ['//files/personAttachments//abc'],
    ['/%66iles/personAttachments/abc'],
  ])('D12.2 given %s, then the token is not logged', (path) =>
    expect(formatLoggedPath(path)).toBe('/files/personAttachments/***'),
  );

  it.each([['/v1/calendar/abc'], ['/V1//Calendar/abc'], ['/v1/%63alendar/abc'], ['/v1/calendar%2Fabc']])(
    'D12.1 given %s, then the token is not logged',
    (path) => expect(formatLoggedPath(path)).toBe('/v1/calendar/***'),
  );

  it.each([['/v1/people/7'], ['/unsubscribe'], ['/v1/unsubscribe/7'], ['/%zz']])(
    'given %s, then it is logged as it is',
    (path) => expect(formatLoggedPath(path)).toBe(path),
  );

  it('given a long path, then it is cut', () => expect(formatLoggedPath(`/${'a'.repeat(500)}`)).toHaveLength(200));
});
