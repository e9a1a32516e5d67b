import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { isActor, type Actor } from './actor';
import { TOKEN_FORMAT, type TokenClock } from './token-format';

const parseKey = (signingKey: string): KeyObject => {
  const key = createPrivateKey(signingKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The signing key of internal tokens must be Ed25519.');
  return key;
};

export type TokenMinter = ReturnType<typeof createTokenMinter>;

/** Creates the tokens of calls between services. Throws if the key is not an Ed25519 private key. */
export const createTokenMinter = ({
  signingKey,
  issuer,
  clock,
  capacity = TOKEN_FORMAT.cacheCapacity,
}: {
  /** Ed25519 private key, PKCS8 PEM. */
  readonly signingKey: string;
  /** The service that signs; its public key is labelled with the same name (see createTokenVerifier). */
  readonly issuer: string;
  readonly clock: TokenClock;
  /** Maximum number of cached tokens. */
  readonly capacity?: number;
}) => {
  let key = parseKey(signingKey);
  // Caches the promise, so that concurrent callers share one signature.
  const minted = new LRUCache<string, { token: Promise<string>; renewAt: number }>({
    maxSize: capacity,
    sizeCalculation: () => 1,
  });

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
    /** Replaces the private key; later tokens are signed with it. Throws if it is not an Ed25519 private key. */
    useKey(next: string): void {
      key = parseKey(next);
      minted.clear();
    },
    /** Returns the internal token of an actor for one service. It is valid for 60 s and reused for 30 s. */
    async mint(actor: Actor, audience: string): Promise<string> {
      if (!isActor(actor)) throw new TypeError('An internal token needs a complete actor.');
      const now = clock.now();
      const principal = `${audience} ${formatPrincipal(actor)}`;
      const cached = minted.get(principal);
      // After the clock was set back, an older token would look valid here for longer than other services accept it.
      const isCurrent =
        cached !== undefined && now < cached.renewAt && now >= cached.renewAt - TOKEN_FORMAT.renewSeconds * 1000;
      if (isCurrent) return cached.token;
      const token = sign(actor, audience, now);
      minted.set(principal, { token, renewAt: now + TOKEN_FORMAT.renewSeconds * 1000 });
      token.catch(() => minted.delete(principal));
      return token;
    },
  };
};

/** Copies only the fields of an actor, so that additional fields never enter a token. */
const pick = ({
  accountId,
  userId,
  role,
  system,
  systemId,
  keyId,
  userName,
  authenticatedBy,
  grantId,
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
  ...(grantId !== undefined && { grantId }),
  ...(scopes !== undefined && scopes.length > 0 && { scopes: [...scopes] }),
});

/** Names may contain any character, so they are JSON at the end: two principals never share a key. */
const formatPrincipal = ({
  accountId,
  userId,
  role,
  keyId,
  system,
  systemId,
  userName,
  authenticatedBy,
  grantId,
  scopes = [],
}: Actor): string => {
  const caller = `${accountId} ${userId} ${role} ${keyId} ${systemId} ${authenticatedBy} ${grantId}`;
  if (scopes.length > 0) return `${caller} ${JSON.stringify([system, userName, scopes])}`;
  return system === undefined && userName === undefined ? caller : `${caller} ${JSON.stringify([system, userName])}`;
};
