import fc from 'fast-check';
import { parseAddress } from './email-address';

it('recipients are parsed with and without a display name, and compared ignoring case', () => {
  expect(parseAddress('Ann@X.y')).toBe('ann@x.y');
  expect(parseAddress('  Ann Doe <Ann@x.y> ')).toBe('ann@x.y');
  expect(parseAddress('"Doe, <Ann>" <ann@x.y>')).toBe('ann@x.y');
  expect(parseAddress('<ann@x.y>')).toBe('ann@x.y');
  expect(parseAddress('ann@localhost')).toBe('ann@localhost');
  expect(parseAddress('mailto:ann@x.y>')).toBe('ann@x.y');
  expect(parseAddress('\u200Bann@MÜLLER.example')).toBe('ann@xn--mller-kva.example');
  expect(parseAddress('NoReply@x.example')).toBe('noreply@x.example');
});

it('given an invalid address, then the result is undefined', () => {
  for (const wrong of ['', 'ann', 'Ann <>', 'Ann <ann>', 'a@b@c.', `${'a'.repeat(300)}@x.y`, 'a@', '@b'])
    expect(parseAddress(wrong)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => expect(parseAddress(text) ?? 'a@b').toMatch(/^[^\s<>]+@[^\s<>]+$/u)));
});
