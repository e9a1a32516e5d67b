import { DAY_MS } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Secrets } from '../security';
import type { SigningKeyDocument } from './grant-document';

/** Access tokens are valid for an hour, s (decisions section 8). */
export const ACCESS_TOKEN_S = 3_600;
const ALGORITHM = 'EdDSA';
/** Age at which a key's successor is created, ms. */
const ROTATE_MS = 30 * DAY_MS;
/**
 * A key is published for this long before it signs, ms: longer than every cache of the key set (60 s here, 5 minutes in
 * gateways and by the Cache-Control of jwks.json), so that every verifier has the key of a token (M5).
 */
const PUBLISH_AHEAD_MS = DAY_MS;
/**
 * Age from which a key no longer signs, ms; its successor has been published for at least a day unless the service was
 * down.
 */
const SIGN_UNTIL_MS = ROTATE_MS + 2 * DAY_MS;
/** Age until which a key is published, ms: a day longer than the last token that it signed is valid. */
const PUBLISHED_MS = SIGN_UNTIL_MS + DAY_MS + ACCESS_TOKEN_S * 1000;
/** Maximum age of the cached keys that sign, ms. */
const FRESH_MS = 60_000;
/**
 * Maximum age of the published key set, ms: a verifier that requests an unknown key gets the keys of other replicas.
 */
const PUBLISHED_FRESH_MS = 1_000;
const MAX_KEYS = 100;

/** Claims of an access token. */
interface AccessClaims {
  readonly account: number;
  readonly user: number;
  readonly clientId: string;
  /** Family of the token: all tokens of one approval. */
  readonly family: string;
  /** Scopes of the token; absent: the full rights of the user. */
  readonly scopes?: readonly string[];
}

interface LoadedKey {
  readonly kid: string;
  readonly created: number;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

interface AccessTokenOptions {
  readonly collection: DocumentCollection<SigningKeyDocument>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly clock: { now(): number };
  readonly random: (bytes: number) => Buffer;
  readonly issuer: string;
  readonly audience: string;
}

type KeyOptions = Pick<AccessTokenOptions, 'collection' | 'secrets' | 'clock'>;

/** The keys of access tokens: creates them, stores them encrypted, and rotates them every 30 days. */
const createSigningKeys = ({ collection, secrets, clock }: KeyOptions) => {
  let loaded: { keys: Promise<readonly LoadedKey[]>; at: number } | undefined;

  const open = async ({ _id, created, sealedKey, publicKey }: SigningKeyDocument): Promise<LoadedKey> => {
    const jwk = JSON.parse(publicKey) as JWK;
    return {
      kid: _id,
      created: created.getTime(),
      privateKey: (await importJWK(JSON.parse(secrets.decrypt(sealedKey)) as JWK, ALGORITHM)) as CryptoKey,
      publicKey: (await importJWK(jwk, ALGORITHM)) as CryptoKey,
      jwk: { ...jwk, kid: _id, alg: ALGORITHM, use: 'sig' },
    };
  };

  const generateKey = async (): Promise<SigningKeyDocument> => {
    const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
    const publicKey = await exportJWK(pair.publicKey);
    return {
      _id: await calculateJwkThumbprint(publicKey),
      created: new Date(clock.now()),
      sealedKey: secrets.encrypt(JSON.stringify(await exportJWK(pair.privateKey))),
      publicKey: JSON.stringify(publicKey),
    };
  };

  const byAge = (one: { created: Date; _id: string }, other: { created: Date; _id: string }): number =>
    other.created.getTime() - one.created.getTime() || (other._id < one._id ? -1 : 1);

  const readPublished = async (now: number): Promise<SigningKeyDocument[]> => {
    const all = await collection.find({}, { limit: MAX_KEYS });
    const isPublished = ({ created }: SigningKeyDocument): boolean => now - created.getTime() < PUBLISHED_MS;
    for (const key of all) if (!isPublished(key)) await collection.deleteOne({ _id: key._id });
    return all.filter(isPublished).sort(byAge);
  };

  /**
   * The published keys, newest first; creates a successor when the newest is old enough. Two replicas may create two at
   * the same time: the keys are read again after that, and all replicas choose the same one to sign.
   */
  const load = async (): Promise<readonly LoadedKey[]> => {
    const now = clock.now();
    let published = await readPublished(now);
    if (!published.some(({ created }) => now - created.getTime() < ROTATE_MS)) {
      await collection.insertOne(await generateKey());
      published = await readPublished(now);
    }
    return Promise.all(published.map(open));
  };

  const keys = (maxAgeMs: number): Promise<readonly LoadedKey[]> => {
    const now = clock.now();
    if (!loaded || now - loaded.at >= maxAgeMs || now < loaded.at) {
      const started = { keys: load(), at: now };
      loaded = started;
      started.keys.catch(() => loaded === started && (loaded = undefined));
    }
    return loaded.keys;
  };

  /**
   * The newest key that was published for long enough. At the first start there is none: then the oldest, because other
   * replicas read it first.
   */
  const signingKey = async (): Promise<LoadedKey> => {
    const now = clock.now();
    const usable = (await keys(FRESH_MS)).filter(({ created }) => now - created < SIGN_UNTIL_MS);
    return (usable.find(({ created }) => now - created >= PUBLISH_AHEAD_MS) ?? usable.at(-1))!;
  };

  return {
    signingKey,
    /** The published keys, newest first, read at most `PUBLISHED_FRESH_MS` ago. */
    published: () => keys(PUBLISHED_FRESH_MS),
  };
};

/** Access tokens: EdDSA JWTs (RFC 9068). */
export const createAccessTokens = (options: AccessTokenOptions) => {
  const { clock, issuer, audience } = options;
  const { signingKey, published } = createSigningKeys(options);

  return {
    async sign({ account, user, clientId, family, scopes }: AccessClaims) {
      const key = await signingKey();
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({
        account,
        user,
        client_id: clientId,
        fid: family,
        ...(scopes && { scope: scopes.join(' ') }),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid: key.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(`${account}.${user}`)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_S)
        .setJti(options.random(16).toString('base64url'))
        .sign(key.privateKey);
    },
    /** Claims of a token with a valid signature, also if it is expired; undefined for all others. */
    async read(token: string) {
      const all = await published();
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = all.find((one) => one.kid === kid);
            if (!key) throw new Error('The key is not known.');
            return key.publicKey;
          },
          // Accepts expired tokens: a client may revoke the family of an old token.
          { algorithms: [ALGORITHM], typ: 'at+jwt', issuer, audience, currentDate: new Date(0) },
        );
        return readClaims(payload);
      } catch {
        return undefined;
      }
    },
    /** Public keys as a JSON Web Key Set. */
    jwks: async () => JSON.stringify({ keys: (await published()).map(({ jwk }) => jwk) }),
  };
};

/** Signs and reads access tokens with keys that rotate. */
export type AccessTokens = ReturnType<typeof createAccessTokens>;

const readClaims = (payload: Record<string, unknown>): AccessClaims => ({
  account: Number(payload['account']),
  user: Number(payload['user']),
  clientId: String(payload['client_id']),
  family: String(payload['fid']),
});
