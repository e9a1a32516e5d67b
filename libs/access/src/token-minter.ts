import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { isActor, type Actor } from './actor';
import { createBoundedCache } from './bounded-cache';
import { TOKEN_FORMAT, type TokenClock } from './token-format';

export interface TokenMinterOptions {
  /** Ed25519 private key, PKCS8 PEM. */
  readonly signingKey: string;
  /** The service that signs; its public key is labelled with the same name (see createTokenVerifier). */
  readonly issuer: string;
  readonly clock: TokenClock;
  /** Principals remembered (default 10,000). */
  readonly capacity?: number;
}

/** Makes the tokens that calls between services carry. */
export interface TokenMinter {
  /** The internal token of this actor for one service: valid 60 s, the same one again for 30 s. */
  mint(actor: Actor, audience: string): Promise<string>;
  /** Replaces the private key; later tokens are signed with it. Throws if it is not an Ed25519 private key. */
  useKey(signingKey: string): void;
}

const parseKey = (signingKey: string): KeyObject => {
  const key = createPrivateKey(signingKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The signing key of internal tokens must be Ed25519.');
  return key;
};

/** Creates a minter. Throws if the key is not an Ed25519 private key. */
export const createTokenMinter = ({ signingKey, issuer, clock, capacity }: TokenMinterOptions): TokenMinter => {
  let key = parseKey(signingKey);
  // The promise is kept, not the string: callers that come at the same moment share one signature.
  const minted = createBoundedCache<{ token: Promise<string>; renewAt: number }>(
    capacity ?? TOKEN_FORMAT.cacheCapacity,
  );

  const sign = (actor: Actor, audience: string, at: number): Promise<string> => {
    const issued = Math.floor(at / 1000);
    return new SignJWT({ actor: pick(actor) })
      .setProtectedHeader({ alg: TOKEN_FORMAT.algorithm, typ: TOKEN_FORMAT.type })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + TOKEN_FORMAT.validSeconds)
      .sign(key);
  };

  return {
    useKey(next) {
      key = parseKey(next);
      minted.clear();
    },
    async mint(actor, audience) {
      if (!isActor(actor)) throw new TypeError('An internal token needs a complete actor.');
      const now = clock.now();
      const principal = `${audience} ${principalOf(actor)}`;
      const known = minted.get(principal);
      // A token from before the clock was set back would look valid here for longer than the other services accept it.
      const isCurrent =
        known !== undefined && now < known.renewAt && now >= known.renewAt - TOKEN_FORMAT.renewSeconds * 1000;
      if (isCurrent) return known.token;
      const token = sign(actor, audience, now);
      minted.set(principal, { token, renewAt: now + TOKEN_FORMAT.renewSeconds * 1000 });
      token.catch(() => minted.delete(principal));
      return token;
    },
  };
};

/** Copies the fields of an actor and nothing else, so that whatever rides along never enters a token. */
const pick = ({
  accountId,
  userId,
  role,
  system,
  systemId,
  keyId,
  userName,
  authenticatedBy,
  scopes,
}: Actor): Actor => ({
  accountId,
  userId,
  role,
  ...(system !== undefined && { system }),
  ...(systemId !== undefined && { systemId }),
  ...(keyId !== undefined && { keyId }),
  ...(userName !== undefined && { userName }),
  ...(authenticatedBy !== undefined && { authenticatedBy }),
  ...(scopes !== undefined && scopes.length > 0 && { scopes: [...scopes] }),
});

/** Names may hold any character, so they come last, as JSON: two principals never share a key. */
const principalOf = ({
  accountId,
  userId,
  role,
  keyId,
  system,
  systemId,
  userName,
  authenticatedBy,
  scopes = [],
}: Actor): string => {
  const caller = `${accountId} ${userId} ${role} ${keyId} ${systemId} ${authenticatedBy}`;
  if (scopes.length > 0) return `${caller} ${JSON.stringify([system, userName, scopes])}`;
  return system === undefined && userName === undefined ? caller : `${caller} ${JSON.stringify([system, userName])}`;
};
