import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { refuse } from '@porchlight/errors';
import { isActor, type Actor } from './actor';
import { createBoundedCache } from './bounded-cache';
import { TOKEN_FORMAT, type TokenClock } from './token-format';

export interface TokenVerifierOptions {
  /** Ed25519 public key, SPKI PEM. */
  readonly publicKey: string;
  readonly clock: TokenClock;
  /** Tokens remembered (default 10,000). */
  readonly capacity?: number;
}

/** Reads the tokens that calls between services carry. */
export interface TokenVerifier {
  /** The actor of a genuine token that has not ended. Throws the refusal UNAUTHENTICATED for all else. */
  verify(token: string): Promise<Actor>;
}

interface Verified {
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Makes a verifier. Throws at once when the key is not an Ed25519 public key. */
export const createTokenVerifier = ({ publicKey, clock, capacity }: TokenVerifierOptions): TokenVerifier => {
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The public key of internal tokens must be Ed25519.');
  const known = createBoundedCache<Verified>(capacity ?? TOKEN_FORMAT.cacheCapacity);
  // Calls that arrive with the same new token at the same moment share one verification.
  const underWay = new Map<string, Promise<Verified>>();

  const check = async (token: string): Promise<Verified> => {
    const { payload } = await jwtVerify<{ actor?: unknown }>(token, key, {
      algorithms: [TOKEN_FORMAT.algorithm],
      typ: TOKEN_FORMAT.type,
      issuer: TOKEN_FORMAT.issuer,
      audience: TOKEN_FORMAT.audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(clock.now()),
    });
    if (!isActor(payload.actor)) throw refuse('UNAUTHENTICATED');
    const verified = { actor: Object.freeze(payload.actor), endsAt: (payload.exp as number) * 1000 };
    known.set(token, verified);
    return verified;
  };

  return {
    async verify(token) {
      const remembered = known.get(token);
      if (remembered) {
        if (clock.now() < remembered.endsAt) return remembered.actor;
        known.delete(token);
        throw refuse('UNAUTHENTICATED');
      }
      if (typeof token !== 'string' || token.length === 0 || token.length > TOKEN_FORMAT.maxLength) {
        throw refuse('UNAUTHENTICATED');
      }
      let pending = underWay.get(token);
      if (!pending) {
        pending = check(token).finally(() => underWay.delete(token));
        underWay.set(token, pending);
      }
      try {
        return (await pending).actor;
      } catch {
        // Why a token is bad is of use only to whoever forged it.
        throw refuse('UNAUTHENTICATED');
      }
    },
  };
};
