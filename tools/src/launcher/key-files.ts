import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DataFolder } from './data-folder';
import { writePrivateFile } from './private-file';

/** Makes the missing keys of a data folder: the pair that signs internal tokens, the key of secrets, the key of `next` tokens. */
export function makeKeyFiles({ keys }: DataFolder): void {
  if (!existsSync(keys.tokenPrivateFile) || !existsSync(keys.tokenPublicFile)) {
    const pair = generateKeyPairSync('ed25519');
    writePrivateFile(keys.tokenPrivateFile, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writePrivateFile(keys.tokenPublicFile, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  }
  for (const file of [keys.secretsFile, keys.nextTokenFile]) {
    if (!existsSync(file)) writePrivateFile(file, `${randomBytes(32).toString('base64')}\n`);
  }
}
