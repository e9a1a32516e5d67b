import type { DocumentCollection } from '@porchlight/store';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { AccessClaims, AccessTokens } from '../ports';
import type { Secrets } from '../secrets';
import type { SigningKeyDocument } from './grant-document';

/** Access tokens live an hour (decisions section 8). */
export const ACCESS_TOKEN_S = 3_600;
const ALGORITHM = 'EdDSA';
const DAY_MS = 86_400_000;
/** A new key signs after so long. */
const ROTATE_MS = 30 * DAY_MS;
/** Published until the last token that it signed is over, with a day to spare. */
const PUBLISHED_MS = ROTATE_MS + DAY_MS + ACCESS_TOKEN_S * 1000;
/** Keys of other processes are seen within that time. */
const FRESH_MS = 60_000;
const MOST_KEYS = 100;

interface LoadedKey {
  readonly kid: string;
  readonly created: number;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

export interface AccessTokenOptions {
  readonly collection: DocumentCollection<SigningKeyDocument>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly clock: { now(): number };
  readonly random: (bytes: number) => Buffer;
  readonly issuer: string;
  readonly audience: string;
}

/** Access tokens: EdDSA JWTs (RFC 9068) whose keys are made here, kept sealed and rotate by themselves. */
export const createAccessTokens = (options: AccessTokenOptions): AccessTokens => {
  const { collection, secrets, clock, issuer, audience } = options;
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

  const draw = async (): Promise<SigningKeyDocument> => {
    const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
    const publicKey = await exportJWK(pair.publicKey);
    return {
      _id: await calculateJwkThumbprint(publicKey),
      created: new Date(clock.now()),
      sealedKey: secrets.encrypt(JSON.stringify(await exportJWK(pair.privateKey))),
      publicKey: JSON.stringify(publicKey),
    };
  };

  /** The published keys, newest first; makes one when the newest is due. Two processes at once make two, which does no harm. */
  const load = async (): Promise<readonly LoadedKey[]> => {
    const now = clock.now();
    const all = await collection.find({}, { limit: MOST_KEYS });
    const kept = all.filter(({ created }) => now - created.getTime() < PUBLISHED_MS);
    for (const { _id } of all) if (!kept.some((one) => one._id === _id)) await collection.deleteOne({ _id });
    if (!kept.some(({ created }) => now - created.getTime() < ROTATE_MS)) {
      const drawn = await draw();
      await collection.insertOne(drawn);
      kept.push(drawn);
    }
    kept.sort((a, b) => b.created.getTime() - a.created.getTime());
    return Promise.all(kept.map(open));
  };

  const keys = (): Promise<readonly LoadedKey[]> => {
    const now = clock.now();
    if (!loaded || now - loaded.at >= FRESH_MS || now < loaded.at) {
      const started = { keys: load(), at: now };
      loaded = started;
      started.keys.catch(() => loaded === started && (loaded = undefined));
    }
    return loaded.keys;
  };

  return {
    async sign({ account, user, clientId, family }) {
      const [key] = await keys();
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({ account, user, client_id: clientId, fid: family })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt', kid: key!.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(`${account}.${user}`)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_S)
        .setJti(options.random(16).toString('base64url'))
        .sign(key!.privateKey);
    },
    async read(token) {
      const all = await keys();
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = all.find((one) => one.kid === kid);
            if (!key) throw new Error('The key is not known.');
            return key.publicKey;
          },
          // Expired ones count: to end what an old token belongs to is a right wish.
          { algorithms: [ALGORITHM], typ: 'at+jwt', issuer, audience, currentDate: new Date(0) },
        );
        return claimsOf(payload);
      } catch {
        return undefined;
      }
    },
    jwks: async () => JSON.stringify({ keys: (await keys()).map(({ jwk }) => jwk) }),
  };
};

const claimsOf = (payload: Record<string, unknown>): AccessClaims => ({
  account: Number(payload['account']),
  user: Number(payload['user']),
  clientId: String(payload['client_id']),
  family: String(payload['fid']),
});
