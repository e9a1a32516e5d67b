import { LIMITS } from '@porchlight/limits';
import { createFairQueue } from '@porchlight/runtime';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  scrypt,
  timingSafeEqual,
  type BinaryLike,
  type KeyObject,
} from 'node:crypto';

/** The client whose password is checked. */
export interface PasswordCaller {
  readonly network: string;
  readonly signal?: AbortSignal;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;
/** RFC 7914; N = 2^15, r = 8, p = 1: about 32 MiB and 80 ms. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** A key object: passing the bytes on each call costs several times as much as the hash. */
const derive = (key: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `porchlight ${purpose}`, 32)));

/** One queue per process, like its thread pool: key checks and file access need free threads. */
const scrypts = createFairQueue({
  what: 'password checks',
  concurrent: LIMITS.passwordHashes.value,
  maxWaiting: LIMITS.waitingPasswordHashes.value,
  maxWaitingPerHolder: LIMITS.waitingPasswordHashesPerNetwork.value,
});

const runScrypt = (password: BinaryLike, salt: Buffer, caller?: PasswordCaller): Promise<Buffer> => {
  const hash = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(password, salt, 32, SCRYPT, (error, key) => (error ? reject(error) : resolve(key)));
    });
  const { network = '', signal } = caller ?? {};
  return scrypts.run(network, hash, signal && { signal: () => signal });
};

const open = (by: Buffer | KeyObject, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', by, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
};

/** Derives a key for each purpose from one secret. */
export const createSecrets = (key: Buffer, random: (bytes: number) => Buffer) => {
  const hashKey = derive(key, 'credential hash');
  const sealKey = derive(key, 'system keys');
  const ownKey = derive(key, 'held by another');
  const holderKey = (holder: string): Buffer => createHmac('sha256', ownKey).update(holder).digest();
  const seal = (by: Buffer | KeyObject, text: string): string => {
    const iv = random(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', by, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  };
  return {
    /** Keyed hash of a credential of high entropy, hex. */
    hash: (credential: string) => createHmac('sha256', hashKey).update(credential).digest('hex'),
    /** AES-256-GCM; iv, tag and ciphertext as base64. */
    encrypt: (text: string) => seal(sealKey, text),
    decrypt: (sealed: string) => open(sealKey, sealed),
    /** Encrypts with a key from `holder`, a credential of high entropy that is not stored. */
    sealFor: (holder: string, text: string) => seal(holderKey(holder), text),
    openFor: (holder: string, sealed: string) => open(holderKey(holder), sealed),
    /** Salted scrypt of a password. Throws OVERLOADED. */
    hashPassword: async (password: string) => {
      const salt = random(SALT_BYTES);
      return `scrypt:${salt.toString('base64')}:${(await runScrypt(password, salt)).toString('base64')}`;
    },
    /**
     * Takes equally long without a hash, so that the time does not reveal which users exist. Networks are served in
     * turn. Throws OVERLOADED, or the signal's reason if it is aborted while waiting.
     */
    verifyPassword: async (password: string, hash: string | undefined, caller?: PasswordCaller) => {
      const [, salt = '', expected = ''] = (hash ?? '').split(':');
      const derived = await runScrypt(password, Buffer.from(salt, 'base64'), caller);
      const stored = Buffer.from(expected, 'base64');
      return hash !== undefined && stored.length === derived.length && timingSafeEqual(stored, derived);
    },
  };
};

/** Protects secrets: keyed hashes for values that are only compared, encryption for values that must be read. */
export type Secrets = ReturnType<typeof createSecrets>;

/** Compares two hashes of equal length in constant time. */
export const equalHashes = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
