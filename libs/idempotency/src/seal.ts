import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Seal = ReturnType<typeof createSeal>;

/**
 * Encrypts stored data with a key derived from the idempotency key, which is not stored: only a caller with the key can
 * read it.
 *
 * @param secret of this service; @param text that identifies the call, including its key.
 */
export const createSeal = (secret: Buffer, text: string) => {
  const derive = (purpose: string): Buffer => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest();
  let cipherKey: Buffer | undefined;
  const key = (): Buffer => (cipherKey ??= derive('seal'));
  return {
    /** Pseudonym of the call; does not reveal the key. */
    name: derive('name').toString('base64url'),
    close: (value: unknown): Buffer => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key(), nonce);
      const sealed = Buffer.concat([cipher.update(serialize(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    /** Throws for bytes of another key. */
    open: (sealed: Uint8Array): unknown => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return deserialize(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]));
    },
  };
};
