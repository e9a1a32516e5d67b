import { LRUCache } from 'lru-cache';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Secrets of Standard Webhooks: this prefix, then base64 of 24 to 64 bytes. */
const SECRET_PREFIX = 'whsec_';

const SECRET_BYTES = 32;

/** Importing a key costs ten times as much as signing, so keys are cached. */
const keys = new LRUCache<string, KeyObject>({ maxSize: 10_000, sizeCalculation: () => 1 });

const importKey = (name: string, bytes: () => Buffer): KeyObject => {
  let key = keys.get(name);
  if (!key) keys.set(name, (key = createSecretKey(bytes())));
  return key;
};

/** A new signing secret, whsec_… of 32 random bytes. */
export const createSecret = (random: (bytes: number) => Buffer): string =>
  SECRET_PREFIX + random(SECRET_BYTES).toString('base64');

/**
 * Value of `webhook-signature` (Standard Webhooks): `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, one for
 * each valid secret, parted by a space.
 */
export const standardSignature = (secrets: readonly string[], id: string, timestamp: number, body: string): string =>
  secrets
    .map((secret) => {
      const key = importKey(secret, () => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');

/**
 * Lower-case hex HMAC-SHA256, keyed with the system's X-System-Key, over the base64 text of the raw body (decisions
 * section 7).
 */
export const systemSignature = (systemKey: string, body: string): string => {
  const key = importKey(`system ${systemKey}`, () => Buffer.from(systemKey, 'utf8'));
  return createHmac('sha256', key).update(Buffer.from(body, 'utf8').toString('base64')).digest('hex');
};
