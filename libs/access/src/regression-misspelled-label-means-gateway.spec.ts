import { generateKeyPairSync } from 'node:crypto';
import type { Actor } from './actor';
import { GATEWAY } from './token-format';
import { createTokenMinter } from './token-minter';
import { createTokenVerifier } from './token-verifier';

const clock = { now: () => Date.UTC(2026, 0, 1) };
const actor: Actor = { accountId: 7, userId: 1, role: 'Owner' };

const newKeys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { signingKey: privateKey, publicKey };
};
const [gateway, marketing] = [newKeys(), newKeys()];
const createVerifier = (publicKey: string) => createTokenVerifier({ publicKey, audience: 'people', clock });
const createIssuer = async (publicKey: string, { signingKey }: { signingKey: string }, issuer: string) => {
  const token = await createTokenMinter({ signingKey, issuer, clock }).mint(actor, 'people');
  return (await createVerifier(publicKey).verify(token)).issuer;
};

it.each([
  ['a misspelled word', `isuer: marketing\n${marketing.publicKey}`],
  ['capital letters', `Issuer: Marketing\n${marketing.publicKey}`],
  ['a comment', `# marketing\n${marketing.publicKey}`],
  ['two labels', `issuer: marketing\nissuer: deals\n${marketing.publicKey}`],
  ['a label after the last key', `${gateway.publicKey}issuer: marketing\n`],
])('given %s in the text of public keys, then the text is refused', (_, text) => {
  expect(() => createVerifier(text)).toThrow(/issuer: <service>/);
});

it.each([
  ['a blank line after the label', `issuer: marketing\n\n${marketing.publicKey}`],
  ['a tab after the label', `issuer:\tmarketing\t\r\n${marketing.publicKey}`],
  ['no line break before the label', `${gateway.publicKey.trimEnd()}issuer: marketing\n${marketing.publicKey}`],
])('given %s, then the key belongs to marketing and not to the gateway', async (_, text) => {
  expect(await createIssuer(text, marketing, 'marketing')).toBe('marketing');
  await expect(createIssuer(text, marketing, GATEWAY)).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' });
});

it('given one key of two services, then the text is refused', () => {
  const text = `${gateway.publicKey}issuer: marketing\n${gateway.publicKey}`;
  expect(() => createVerifier(text)).toThrow("'gateway' and 'marketing' have the same public key");
});

it('given keys without labels before and after a labelled one, then they belong to the gateway', async () => {
  const next = newKeys();
  const text = `${gateway.publicKey}issuer: marketing\n${marketing.publicKey}${next.publicKey}`;
  expect(await createIssuer(text, gateway, GATEWAY)).toBe(GATEWAY);
  expect(await createIssuer(text, next, GATEWAY)).toBe(GATEWAY);
});
