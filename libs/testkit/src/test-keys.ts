import { generateKeyPairSync } from 'node:crypto';

export interface TestKeys {
  /** Ed25519 private key, PKCS8 PEM. */
  readonly signingKey: string;
  /** Public key, SPKI PEM. */
  readonly publicKey: string;
}

/** Creates a key pair for internal tokens. */
export const createTestKeys = (): TestKeys => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { signingKey: privateKey, publicKey };
};
