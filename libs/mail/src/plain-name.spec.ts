import { plainName } from './plain-name';

describe('N5 names in mails', () => {
  it.each([
    ['Ann Miller', 'Ann Miller'],
    ["Zoë O'Brien-Łuk, Jr.", "Zoë O'Brien-Łuk, Jr."],
    ['Win at https://evil.example/a?b=1', 'Win at https evil. example a b 1'],
    ['evil.example', 'evil. example'],
    ['<b>Ann</b>\r\nBcc: x@y.z', 'b Ann b Bcc x y. z'],
    ['   ', ''],
  ])('given %j, then it is %j', (name, expected) => expect(plainName(name)).toBe(expected));

  it('given a long name, then it has at most 60 characters', () => {
    expect(plainName('Ann '.repeat(1_000)).length).toBeLessThanOrEqual(60);
  });
});
