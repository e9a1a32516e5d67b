import { createPublicKey, type KeyObject } from 'node:crypto';
import { GATEWAY } from './token-format';

/** The public keys of internal tokens by the service that signs with them. */
export type KeyRing = ReadonlyMap<string, readonly KeyObject[]>;

/** Maximum number of keys of one service: the current one, and the next or previous ones during a rotation. */
const MAX_KEYS = 4;
const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;
const LABEL = /^issuer:[ \t]*([a-z][a-z0-9-]{0,62})$/;

/**
 * The service in the label of a key. Other text is an error: a misspelled label must not make it a key of the gateway.
 */
const readLabel = (text: string): string => {
  const label = text.trim();
  if (label === '') return GATEWAY;
  const issuer = LABEL.exec(label)?.[1];
  if (issuer === undefined)
    throw new Error("Only a line 'issuer: <service>' may stand before a public key of internal tokens.");
  return issuer;
};

const parseKey = (block: string, issuer: string): KeyObject => {
  const key = createPublicKey(block);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`The public key of '${issuer}' must be Ed25519.`);
  return key;
};

/** Throws if two services have the same key: each could sign in the name of the other. */
const assertUniqueKeys = (ring: KeyRing): void => {
  const owners = new Map<string, string>();
  for (const [issuer, keys] of ring)
    for (const key of keys) {
      const content = key.export({ type: 'spki', format: 'der' }).toString('base64');
      const owner = owners.get(content) ?? issuer;
      if (owner !== issuer)
        throw new Error(`'${owner}' and '${issuer}' have the same public key; each service needs its own.`);
      owners.set(content, issuer);
    }
};

/**
 * Reads SPKI PEM blocks, each preceded by a line `issuer: <service>`; a block without the line belongs to the gateway.
 * Throws if there is other text, no key, more than 4 of one service, a key of two services, or one that is not Ed25519.
 */
export const parseKeyRing = (text: string): KeyRing => {
  const blocks = text.match(PEM_BLOCK) ?? [];
  if (blocks.length === 0)
    throw new Error('The public key of internal tokens must be Ed25519, as SPKI PEM; no key was found.');
  const labels = text.split(PEM_BLOCK);
  if (labels.pop()?.trim() !== '')
    throw new Error("A line 'issuer: <service>' must stand before its key; text follows the last key.");
  const ring = new Map<string, KeyObject[]>();
  for (const [index, block] of blocks.entries()) {
    const issuer = readLabel(labels[index] ?? '');
    ring.set(issuer, [...(ring.get(issuer) ?? []), parseKey(block, issuer)]);
  }
  for (const [issuer, keys] of ring)
    if (keys.length > MAX_KEYS)
      throw new Error(`At most ${MAX_KEYS} public keys of '${issuer}' are allowed; got ${keys.length}.`);
  assertUniqueKeys(ring);
  return ring;
};
