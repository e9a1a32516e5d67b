import { createCipheriv, createDecipheriv, createHmac, hkdfSync, scrypt, timingSafeEqual, type BinaryLike } from 'node:crypto';

/** Keeps what must stay secret: keyed hashes for what is only compared, encryption for what must be read again. */
export interface Secrets {
  /** Keyed hash of a credential of high entropy, hex. */
  hash(credential: string): string;
  /** AES-256-GCM; iv, tag and ciphertext as base64. */
  encrypt(text: string): string;
  decrypt(sealed: string): string;
  /** Salted scrypt of a password. */
  hashPassword(password: string): Promise<string>;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
/** RFC 7914; N = 2^15, r = 8, p = 1: about 32 MiB and 80 ms. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const derive = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `porchlight ${purpose}`, 32));

const scryptOf = (password: BinaryLike, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, SCRYPT, (error, key) => (error ? reject(error) : resolve(key)));
  });

export const createSecrets = (key: Buffer, random: (bytes: number) => Buffer): Secrets => {
  const hashKey = derive(key, 'credential hash');
  const sealKey = derive(key, 'system keys');
  return {
    hash: (credential) => createHmac('sha256', hashKey).update(credential).digest('hex'),
    encrypt: (text) => {
      const iv = random(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    decrypt: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    hashPassword: async (password) => {
      const salt = random(SALT_BYTES);
      return `scrypt:${salt.toString('base64')}:${(await scryptOf(password, salt)).toString('base64')}`;
    },
  };
};

/** Compares two hashes of equal length in constant time. */
export const equalHashes = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
