import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BACKENDS } from '@porchlight/contracts';
import type { DataFolder } from './data-folder';
import { writePrivateFile } from './private-file';

/** The private key files of the services that sign internal tokens, by service. */
export const tokenKeyFiles = ({ keys }: Pick<DataFolder, 'keys'>): Readonly<Record<string, string>> => ({
  gateway: keys.tokenPrivateFile,
  ...Object.fromEntries(
    // Auth calls no service.
    BACKENDS.filter((name) => name !== 'auth').map((name) => [
      name,
      join(dirname(keys.tokenPrivateFile), `internal-token-${name}.key.pem`),
    ]),
  ),
});

/**
 * Creates the missing keys of a data folder: the pairs that sign internal tokens, the key of secrets, the key of `next`
 * tokens, the key of consent.
 */
export function makeKeyFiles({ keys }: Pick<DataFolder, 'keys'>): void {
  const files = tokenKeyFiles({ keys });
  if (![keys.tokenPublicFile, ...Object.values(files)].every((file) => existsSync(file))) {
    const publicKeys = Object.entries(files).map(([issuer, file]) => {
      const pair = generateKeyPairSync('ed25519');
      writePrivateFile(file, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
      return `issuer: ${issuer}\n${pair.publicKey.export({ type: 'spki', format: 'pem' })}`;
    });
    writePrivateFile(keys.tokenPublicFile, publicKeys.join(''));
  }
  for (const file of [keys.secretsFile, keys.nextTokenFile, keys.consentFile]) {
    if (!existsSync(file)) writePrivateFile(file, `${randomBytes(32).toString('base64')}\n`);
  }
}
