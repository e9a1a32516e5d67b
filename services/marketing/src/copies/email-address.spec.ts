import fc from 'fast-check';
import { addressOf } from './email-address';

it('recipients are read with and without a display name, and compared without regard to case', () => {
  expect(addressOf('Ann@X.y')).toBe('ann@x.y');
  expect(addressOf('  Ann Doe <Ann@x.y> ')).toBe('ann@x.y');
  expect(addressOf('"Doe, <Ann>" <ann@x.y>')).toBe('ann@x.y');
  expect(addressOf('<ann@x.y>')).toBe('ann@x.y');
  expect(addressOf('ann@localhost')).toBe('ann@localhost');
});

it('what is no address is none', () => {
  for (const wrong of [
    '',
    'ann',
    'Ann <>',
    'Ann <ann>',
    'a@b@c',
    'a b@c.d',
    'ann@x.y>',
    '<ann@x.y',
    `${'a'.repeat(300)}@x.y`,
    'a@',
    '@b',
  ])
    expect(addressOf(wrong)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => expect(addressOf(text) ?? 'a@b').toMatch(/^[^\s<>]+@[^\s<>]+$/u)));
});
