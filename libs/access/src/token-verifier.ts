import type { KeyObject } from 'node:crypto';
import { decodeJwt, jwtVerify, type JWTVerifyOptions } from 'jose';
import { LRUCache } from 'lru-cache';
import { refuse } from '@porchlight/errors';
import { isActor, type Actor } from './actor';
import { parseKeyRing } from './key-ring';
import { TOKEN_FORMAT, type TokenClock } from './token-format';

/** Content of a valid token. */
export interface VerifiedToken {
  readonly actor: Actor;
  /** The service whose key signed the token. */
  readonly issuer: string;
}

interface Verified extends VerifiedToken {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

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

export type TokenVerifier = ReturnType<typeof createTokenVerifier>;

/** Verifies the tokens of calls between services. Throws as parseKeyRing does. */
export const createTokenVerifier = ({
  publicKey,
  audience,
  clock,
  capacity = TOKEN_FORMAT.cacheCapacity,
}: {
  /**
   * Ed25519 public keys of the calling services, SPKI PEM, each after a line such as `issuer: marketing`; see
   * parseKeyRing.
   */
  readonly publicKey: string;
  /** The called service; tokens for another one are refused. */
  readonly audience: string;
  readonly clock: TokenClock;
  /** Maximum number of cached tokens. */
  readonly capacity?: number;
}) => {
  let keys = parseKeyRing(publicKey);
  const cache = new LRUCache<string, Verified>({
    maxSize: capacity,
    sizeCalculation: () => 1,
  });
  // Concurrent calls with the same new token share one verification.
  const pendingChecks = new Map<string, Promise<Verified>>();

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
    if (ring === keys) cache.set(token, verified);
    return verified;
  };

  return {
    /** Replaces the public keys. Tokens of removed keys are refused from now on. Throws as parseKeyRing does. */
    useKeys(next: string): void {
      keys = parseKeyRing(next);
      cache.clear();
      pendingChecks.clear();
    },
    /**
     * Returns the actor of a valid token and the service that signed it. Throws UNAUTHENTICATED for all other tokens.
     */
    async verify(token: string): Promise<VerifiedToken> {
      const cached = cache.get(token);
      if (cached) {
        if (clock.now() < cached.endsAt) return cached;
        cache.delete(token);
        throw refuse('UNAUTHENTICATED');
      }
      if (typeof token !== 'string' || token.length === 0 || token.length > TOKEN_FORMAT.maxLength) {
        throw refuse('UNAUTHENTICATED');
      }
      let pending = pendingChecks.get(token);
      if (!pending) {
        const started = check(token).finally(() => {
          if (pendingChecks.get(token) === started) pendingChecks.delete(token);
        });
        pending = started;
        pendingChecks.set(token, started);
      }
      try {
        return await pending;
      } catch {
        // The reason would only help an attacker.
        throw refuse('UNAUTHENTICATED');
      }
    },
  };
};
