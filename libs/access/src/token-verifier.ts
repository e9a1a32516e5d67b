import { createPublicKey, type KeyObject } from 'node:crypto';
import { decodeJwt, jwtVerify, type JWTVerifyOptions } from 'jose';
import { refuse } from '@porchlight/errors';
import { isActor, type Actor } from './actor';
import { createBoundedCache } from './bounded-cache';
import { GATEWAY, TOKEN_FORMAT, type TokenClock } from './token-format';

export interface TokenVerifierOptions {
  /**
   * Ed25519 public keys, SPKI PEM: of each calling service the current key, and while keys rotate the next or the previous one
   * (at most 4 of a service). A line `issuer: marketing` before a key names its service; keys without one are the gateway's.
   */
  readonly publicKey: string;
  /** The service that is called; tokens for another one are refused. */
  readonly audience: string;
  readonly clock: TokenClock;
  /** Tokens remembered (default 10,000). */
  readonly capacity?: number;
}

/** Reads the tokens that calls between services carry. */
export interface TokenVerifier {
  /** The actor of a genuine token that has not ended, and the service that signed it. Throws the refusal UNAUTHENTICATED for all else. */
  verify(token: string): Promise<VerifiedToken>;
  /** Replaces the public keys. Tokens of removed keys are refused from now on. Throws if a key is not Ed25519. */
  useKeys(publicKey: string): void;
}

/** What a genuine token says. */
export interface VerifiedToken {
  readonly actor: Actor;
  /** The service whose key signed the token. */
  readonly issuer: string;
}

interface Verified extends VerifiedToken {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

type KeyRing = ReadonlyMap<string, readonly KeyObject[]>;

const MAX_KEYS = 4;
const PEM_BLOCK = /(?:^issuer: *(?<issuer>[a-z][a-z0-9-]{0,62}) *\r?\n)?(?<key>-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----)/gm;

/** The keys of a PEM text by issuer. Throws if it has none, too many of one issuer, or one that is not Ed25519. */
const parseKeys = (publicKey: string): KeyRing => {
  const ring = new Map<string, KeyObject[]>();
  for (const { groups } of publicKey.matchAll(PEM_BLOCK)) {
    const issuer = groups?.['issuer'] ?? GATEWAY;
    ring.set(issuer, [...(ring.get(issuer) ?? []), createPublicKey(groups?.['key'] ?? '')]);
  }
  if (ring.size === 0) throw new Error('The public key of internal tokens must be Ed25519, as SPKI PEM; no key was found.');
  for (const [issuer, keys] of ring) {
    if (keys.length > MAX_KEYS) throw new Error(`At most ${MAX_KEYS} public keys of '${issuer}' are allowed; got ${keys.length}.`);
    if (keys.some(({ asymmetricKeyType }) => asymmetricKeyType !== 'ed25519'))
      throw new Error(`The public key of '${issuer}' must be Ed25519.`);
  }
  return ring;
};

/** Verifies with each key in turn; tokens do not name their key. Throws the error of the last key. */
const verifyWithAny = async (token: string, keys: readonly KeyObject[], options: JWTVerifyOptions) => {
  let failure: unknown = refuse('UNAUTHENTICATED');
  for (const key of keys)
    try {
      return await jwtVerify<{ actor?: unknown }>(token, key, options);
    } catch (error) {
      failure = error;
      if ((error as { code?: unknown }).code !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') break;
    }
  throw failure;
};

/** Creates a verifier. Throws if a key is not an Ed25519 public key. */
export const createTokenVerifier = ({ publicKey, audience, clock, capacity }: TokenVerifierOptions): TokenVerifier => {
  let keys = parseKeys(publicKey);
  const known = createBoundedCache<Verified>(capacity ?? TOKEN_FORMAT.cacheCapacity);
  // Calls that arrive with the same new token at the same moment share one verification.
  const underWay = new Map<string, Promise<Verified>>();

  const check = async (token: string): Promise<Verified> => {
    const ring = keys;
    // Only keys of the service that the token names are tried: no service can sign in the name of another.
    const issuer = decodeJwt(token).iss ?? '';
    const { payload } = await verifyWithAny(token, ring.get(issuer) ?? [], {
      algorithms: [TOKEN_FORMAT.algorithm],
      typ: TOKEN_FORMAT.type,
      issuer,
      audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(clock.now()),
    });
    if (!isActor(payload.actor)) throw refuse('UNAUTHENTICATED');
    const verified = { actor: Object.freeze(payload.actor), issuer, endsAt: (payload.exp as number) * 1000 };
    if (ring === keys) known.set(token, verified);
    return verified;
  };

  return {
    useKeys(next) {
      keys = parseKeys(next);
      known.clear();
      underWay.clear();
    },
    async verify(token) {
      const remembered = known.get(token);
      if (remembered) {
        if (clock.now() < remembered.endsAt) return remembered;
        known.delete(token);
        throw refuse('UNAUTHENTICATED');
      }
      if (typeof token !== 'string' || token.length === 0 || token.length > TOKEN_FORMAT.maxLength) {
        throw refuse('UNAUTHENTICATED');
      }
      let pending = underWay.get(token);
      if (!pending) {
        const started = check(token).finally(() => {
          if (underWay.get(token) === started) underWay.delete(token);
        });
        pending = started;
        underWay.set(token, started);
      }
      try {
        return await pending;
      } catch {
        // Why a token is bad is of use only to whoever forged it.
        throw refuse('UNAUTHENTICATED');
      }
    },
  };
};
