import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Version of the format. */
const LAYOUT = 'v1.';

/** AES-256-GCM with a key of 32 bytes and the context as additional data. Base64 of IV, tag and ciphertext. */
export const createSecretBox = (key: Buffer, random: (bytes: number) => Buffer) => ({
  seal(text: string, context: string) {
    const iv = random(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return LAYOUT + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  },
  open(sealed: string, context: string) {
    if (!sealed.startsWith(LAYOUT)) throw new Error('A sealed secret has an unknown layout.');
    const bytes = Buffer.from(sealed.slice(LAYOUT.length), 'base64');
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  },
});

/** Encrypts stored secrets. */
export type SecretBox = ReturnType<typeof createSecretBox>;
