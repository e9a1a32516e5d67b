import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { SignJWT, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import type { Actor } from './actor';
import { GATEWAY } from './token-format';
import { createTokenMinter } from './token-minter';
import { createTokenVerifier } from './token-verifier';

const newKeys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { signingKey: privateKey, publicKey };
};

const PEOPLE = 'people';
const START = Date.UTC(2026, 0, 1);
const actor: Actor = { accountId: 12, userId: 34, role: 'Agent', system: 'Site', keyId: 5, userName: 'Ann Õ. Agent' };

/** A minter and a verifier with the same keys and clock. */
const stage = (capacity?: number) => {
  const keys = newKeys();
  const clock = { at: START, now: () => clock.at };
  const options = capacity === undefined ? {} : { capacity };
  return {
    ...keys,
    clock,
    minter: createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock, ...options }),
    verifier: createTokenVerifier({ publicKey: keys.publicKey, audience: PEOPLE, clock, ...options }),
  };
};

const genuine = (of: Actor) => ({ actor: of, issuer: GATEWAY, endsAt: expect.any(Number) });
const unauthenticated = { reason: 'UNAUTHENTICATED' };

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with a valid format and signature, except for the change. */
const forge = (signingKey: string, change: { header?: object; payload?: object }): string => {
  const seconds = START / 1000;
  const header = base64url({ alg: 'EdDSA', typ: 'porchlight+jwt', ...change.header });
  const payload = base64url({
    iss: GATEWAY,
    aud: PEOPLE,
    iat: seconds,
    exp: seconds + 60,
    actor,
    ...change.payload,
  });
  const signature = sign(null, Buffer.from(`${header}.${payload}`), createPrivateKey(signingKey)).toString('base64url');
  return `${header}.${payload}.${signature}`;
};

describe('internal token', () => {
  it('contains the actor and no additional fields', async () => {
    const { minter, verifier } = stage();
    const token = await minter.mint({ ...actor, apiKey: 'sesame' } as Actor, PEOPLE);
    expect(await verifier.verify(token)).toEqual(genuine(actor));
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'porchlight+jwt' });
    expect(JSON.stringify(decodeJwt(token))).not.toContain('sesame');
  });

  it.each([3_600_000, -3_600_000])('given a clock that jumps by %d ms, then a new token is signed', async (jump) => {
    const { minter, clock } = stage();
    const before = await minter.mint(actor, PEOPLE);
    clock.at += jump;
    const token = await minter.mint(actor, PEOPLE);
    expect(token).not.toBe(before);
    expect(decodeJwt(token).iat).toBe((START + jump) / 1000);
  });

  it('given an actor without optional fields, then the token contains none', async () => {
    const { minter, verifier } = stage();
    const plain: Actor = { accountId: 1, userId: 1, role: 'Owner' };
    expect(await verifier.verify(await minter.mint(plain, PEOPLE))).toEqual(genuine(plain));
  });

  it('is valid for 60 s, also if its verification is cached', async () => {
    const { minter, verifier, publicKey, clock } = stage();
    const token = await minter.mint(actor, PEOPLE);
    await verifier.verify(token);
    const fresh = () => createTokenVerifier({ publicKey, audience: PEOPLE, clock });
    clock.at = START + 59_999;
    await expect(verifier.verify(token)).resolves.toEqual(genuine(actor));
    await expect(fresh().verify(token)).resolves.toEqual(genuine(actor));
    clock.at = START + 60_000;
    await expect(verifier.verify(token)).rejects.toMatchObject(unauthenticated);
    await expect(verifier.verify(token)).rejects.toMatchObject(unauthenticated);
    await expect(fresh().verify(token)).rejects.toMatchObject(unauthenticated);
  });

  it('is reused for 30 s, then replaced', async () => {
    const { minter, clock } = stage();
    const [first, twin] = await Promise.all([minter.mint(actor, PEOPLE), minter.mint({ ...actor }, PEOPLE)]);
    expect(twin).toBe(first);
    clock.at = START + 29_999;
    expect(await minter.mint(actor, PEOPLE)).toBe(first);
    clock.at = START + 30_000;
    const second = await minter.mint(actor, PEOPLE);
    expect(decodeJwt(second).exp).toBe((decodeJwt(first).exp as number) + 30);
  });

  it.each<[string, Partial<Actor>]>([
    ['account', { accountId: 13 }],
    ['user', { userId: 35 }],
    ['role', { role: 'Broker' }],
    ['system', { system: 'Other' }],
    ['system id', { systemId: 7 }],
    ['grant', { grantId: 'g1' }],
    ['absent system', { system: undefined }],
    ['key', { keyId: 6 }],
    ['name', { userName: 'Bob' }],
    ['names that run into each other', { system: 'Site","Ann', userName: '' }],
  ])('given another %s, then the token is another one', async (_, change) => {
    const { minter, verifier } = stage();
    await minter.mint(actor, PEOPLE);
    const other = { ...actor, ...change } as Actor;
    expect(await verifier.verify(await minter.mint(other, PEOPLE))).toEqual(genuine(JSON.parse(JSON.stringify(other))));
  });

  it('given an incomplete actor, then no token is minted', async () => {
    const { minter } = stage();
    await expect(minter.mint({ ...actor, accountId: 0 }, PEOPLE)).rejects.toThrow(TypeError);
  });

  it('given caches of one entry, then tokens are verified correctly', async () => {
    const { minter, verifier } = stage(1);
    for (const userId of [1, 2, 1, 3, 2]) {
      const token = await minter.mint({ ...actor, userId }, PEOPLE);
      expect((await verifier.verify(token)).actor.userId).toBe(userId);
    }
  });

  it('given a change of the returned actor, then the cached actor does not change', async () => {
    const { minter, verifier } = stage();
    const token = await minter.mint(actor, PEOPLE);
    const { actor: given } = await verifier.verify(token);
    expect(() => Object.assign(given, { role: 'Owner' })).toThrow(TypeError);
    expect((await verifier.verify(token)).actor.role).toBe('Agent');
  });
});

describe('verifier', () => {
  it('accepts the unchanged forged token', async () => {
    const { signingKey, verifier } = stage();
    expect(await verifier.verify(forge(signingKey, {}))).toEqual(genuine(actor));
  });

  it.each<[string, { header?: object; payload?: object }]>([
    ['of another issuer', { payload: { iss: 'elsewhere' } }],
    ['for another audience', { payload: { aud: 'public' } }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['without an end', { payload: { exp: undefined } }],
    ['without an issue time', { payload: { iat: undefined } }],
    ['not valid yet', { payload: { nbf: START / 1000 + 30 } }],
    ['with an end that is no number', { payload: { exp: 'never' } }],
    ['without an actor', { payload: { actor: undefined } }],
    ['with half an actor', { payload: { actor: { accountId: 1 } } }],
    ['with an unknown role', { payload: { actor: { ...actor, role: 'Root' } } }],
    ['that demands an unknown extension', { header: { crit: ['x'], x: 1 } }],
  ])('refuses a signed token %s', async (_, change) => {
    const { signingKey, verifier } = stage();
    await expect(verifier.verify(forge(signingKey, change))).rejects.toMatchObject(unauthenticated);
  });

  it('refuses a token of another key', async () => {
    const { verifier, clock } = stage();
    const other = createTokenMinter({ signingKey: newKeys().signingKey, issuer: GATEWAY, clock });
    await expect(verifier.verify(await other.mint(actor, PEOPLE))).rejects.toMatchObject(unauthenticated);
  });

  it('refuses a token with a changed payload or signature', async () => {
    const { minter, verifier } = stage();
    const token = await minter.mint(actor, PEOPLE);
    await verifier.verify(token);
    const [header, , signature] = token.split('.') as [string, string, string];
    const payload = base64url({ ...decodeJwt(token), actor: { ...actor, role: 'Owner' } });
    await expect(verifier.verify(`${header}.${payload}.${signature}`)).rejects.toMatchObject(unauthenticated);
    const other = signature[9] === 'A' ? 'B' : 'A';
    const broken = `${signature.slice(0, 9)}${other}${signature.slice(10)}`;
    await expect(verifier.verify(token.replace(signature, broken))).rejects.toMatchObject(unauthenticated);
  });

  it.each(['none', 'None', 'NONE'])('refuses alg %s', async (alg) => {
    const { signingKey, verifier } = stage();
    const [header, payload] = forge(signingKey, { header: { alg } }).split('.');
    await expect(verifier.verify(`${header}.${payload}.`)).rejects.toMatchObject(unauthenticated);
  });

  it('refuses HS256 with the public key as its secret', async () => {
    const { publicKey, verifier } = stage();
    for (const secret of [publicKey, publicKey.trim()]) {
      const token = await new SignJWT({ actor } as JWTPayload)
        .setProtectedHeader({ alg: 'HS256', typ: 'porchlight+jwt' })
        .setIssuer(GATEWAY)
        .setAudience(PEOPLE)
        .setIssuedAt(START / 1000)
        .setExpirationTime(START / 1000 + 60)
        .sign(Buffer.from(secret));
      await expect(verifier.verify(token)).rejects.toMatchObject(unauthenticated);
    }
  });

  it('refuses a token that contains its key', async () => {
    const attacker = generateKeyPairSync('ed25519');
    const { verifier } = stage();
    const jwk = attacker.publicKey.export({ format: 'jwk' });
    const pem = attacker.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    await expect(verifier.verify(forge(pem, { header: { jwk } }))).rejects.toMatchObject(unauthenticated);
  });

  it.each(['', '.', '..', 'a.b.c', 'x'.repeat(5_000), undefined, null, 7, {}])(
    'refuses what is no token: %p',
    async (token) => {
      const { verifier } = stage();
      await expect(verifier.verify(token as string)).rejects.toMatchObject(unauthenticated);
    },
  );

  it('gives no reason', async () => {
    const { verifier, signingKey } = stage();
    const refusal = await verifier.verify(forge(signingKey, { payload: { aud: 'x' } })).catch((error: Error) => error);
    expect(refusal).toMatchObject({ params: {}, message: expect.not.stringMatching(/aud|claim|signature/) });
  });

  it('accepts a token of each service only with the key of that service', async () => {
    const clock = { now: () => START };
    const [gateway, marketing, next] = [newKeys(), newKeys(), newKeys()];
    const publicKey = `issuer: gateway\n${gateway.publicKey}issuer: marketing\n${marketing.publicKey}issuer: marketing\r\n${next.publicKey}`;
    const verifier = createTokenVerifier({ publicKey, audience: PEOPLE, clock });
    const mintToken = (issuer: string, { signingKey }: { signingKey: string }) =>
      createTokenMinter({ signingKey, issuer, clock }).mint(actor, PEOPLE);
    for (const keys of [marketing, next])
      expect(await verifier.verify(await mintToken('marketing', keys))).toMatchObject({ issuer: 'marketing' });
    for (const [issuer, keys] of [
      [GATEWAY, marketing],
      ['marketing', gateway],
      ['deals', marketing],
      ['constructor', marketing],
    ] as const)
      await expect(verifier.verify(await mintToken(issuer, keys))).rejects.toMatchObject(unauthenticated);
    expect(() => createTokenVerifier({ publicKey: marketing.publicKey.repeat(5), audience: PEOPLE, clock })).toThrow(
      "At most 4 public keys of 'gateway'",
    );
  });

  it('accepts only Ed25519 keys', () => {
    const clock = { now: () => START };
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signingKey = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;
    expect(() => createTokenMinter({ signingKey, issuer: GATEWAY, clock })).toThrow('must be Ed25519');
    expect(() => createTokenVerifier({ publicKey, audience: PEOPLE, clock })).toThrow('must be Ed25519');
    expect(() => createTokenVerifier({ publicKey: 'no key', audience: PEOPLE, clock })).toThrow();
  });
});
