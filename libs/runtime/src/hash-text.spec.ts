import { hashText } from './hash-text';

it('given a text, then its hash is SHA-256 in base64url, as stored keys have it', () => {
  // The first example of FIPS 180-2.
  expect(hashText('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});
