import { randomBytes } from 'node:crypto';
import { createSecretBox } from './secret-box';

describe('The secret box', () => {
  const key = randomBytes(32);
  const box = createSecretBox(key, randomBytes);

  test('When a secret is sealed, Then it opens in its context and the sealed text does not contain it', () => {
    const sealed = box.seal('whsec_abc', 'account 1');
    expect(sealed).not.toContain('whsec_abc');
    expect(box.open(sealed, 'account 1')).toBe('whsec_abc');
    expect(box.seal('whsec_abc', 'account 1')).not.toBe(sealed);
  });

  test('When context, key or bytes differ, Then it does not open', () => {
    const sealed = box.seal('whsec_abc', 'account 1');
    expect(() => box.open(sealed, 'account 2')).toThrow();
    expect(() => createSecretBox(randomBytes(32), randomBytes).open(sealed, 'account 1')).toThrow();
    expect(() => box.open(`${sealed.slice(0, -4)}AAAA`, 'account 1')).toThrow();
    expect(() => box.open('plain', 'account 1')).toThrow('layout');
  });
});
