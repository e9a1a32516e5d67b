import { formatDuration, parseDuration } from './parse-duration';

describe('parseDuration', () => {
  it.each([
    ['500ms', 500],
    ['2s', 2_000],
    ['1.5m', 90_000],
    ['1h30m', 5_400_000],
    ['36h', 129_600_000],
    [' 1d ', 86_400_000],
  ])('reads %s', (text, expected) => expect(parseDuration(text)).toBe(expected));

  it.each(['', '2', 's', '-2s', '2 weeks', '0s', '1h;', '1e3s'])('refuses %p with an example', (text) => {
    expect(() => parseDuration(text)).toThrow(/2s|at least 1ms/);
  });
});

describe('formatDuration', () => {
  it.each([
    [3_600_000, '1h'],
    [129_600_000, '36h'],
    [2_000, '2s'],
    [90_000, '90s'],
    [1_500, '1500ms'],
  ])('writes %d as %s', (milliseconds, expected) => {
    expect(formatDuration(milliseconds)).toBe(expected);
    expect(parseDuration(expected)).toBe(milliseconds);
  });
});
