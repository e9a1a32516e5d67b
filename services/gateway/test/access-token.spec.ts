import type { CheckStandingResponse } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import { createHmac } from 'node:crypto';
import { DISABLED, unlessDisabled } from '../src/caller';
import { createAccessTokenReader } from '../src/oauth/access-tokens';

const ISSUER = 'https://auth.example.test';
const AUDIENCE = 'https://api.example.test';
const clock = createManualClock();
const seconds = () => Math.floor(clock.now() / 1000);
const standing: CheckStandingResponse = {
  valid: true,
  accountId: 7,
  userId: 3,
  role: 'Agent',
  userName: 'Ann',
  scopes: [],
};
const ACTOR = {
  accountId: 7,
  userId: 3,
  role: 'Agent',
  userName: 'Ann',
  authenticatedBy: 'oauth',
  scopes: [],
  grantId: 'family',
};

let good: CryptoKey;
let foreign: CryptoKey;
let publicJwk: JWK;
let publicPem: string;
beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  good = pair.privateKey;
  publicPem = await exportSPKI(pair.publicKey);
  publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'EdDSA', use: 'sig' };
  foreign = (await generateKeyPair('EdDSA', { crv: 'Ed25519' })).privateKey;
});

const claims = () => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: '7.3',
  iat: seconds(),
  exp: seconds() + 3600,
  fid: 'family',
  client_id: 'c',
  account: 7,
  user: 3,
});
const sign = (more: object = {}, header: object = {}, key = good) =>
  new SignJWT({ ...claims(), ...more })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1', ...header })
    .sign(key);

const reader = () => {
  const asked = { keys: 0, standing: 0 };
  const state = { keys: [publicJwk], standing };
  const read = createAccessTokenReader({
    issuer: ISSUER,
    audience: AUDIENCE,
    clock,
    signingKeys: async () => (asked.keys++, JSON.stringify({ keys: state.keys })),
    standing: async () => (asked.standing++, state.standing),
  });
  return { read, asked, state };
};

describe('token', () => {
  it('a valid token identifies its actor, with one call per family and caching period', async () => {
    const { read, asked } = reader();
    const [one, two] = [await sign(), await sign({ jti: 'x' })];
    for (let n = 0; n < 5; n++) expect([await read(one), await read(two)]).toEqual([ACTOR, ACTOR]);
    expect(asked).toEqual({ keys: 1, standing: 1 });
  });

  it('given a narrower scope in the token, then it takes precedence over that of the grant', async () => {
    const { read, state } = reader();
    state.standing = { ...standing, scopes: ['people'] };
    expect(await read(await sign())).toMatchObject({ scopes: ['people'] });
    expect(await read(await sign({ scope: 'read people' }))).toMatchObject({ scopes: ['read', 'people'] });
  });

  it.each(['', 'admin', 'read admin', ['read'], 7])(
    'given the scope %j, then the token is not accepted',
    async (scope) => {
      expect(await reader().read(await sign({ scope }))).toBeUndefined();
    },
  );

  it('D8.8 revocation and role changes take effect within a second', async () => {
    const { read, state } = reader();
    const token = await sign();
    expect(await read(token)).toEqual(ACTOR);
    state.standing = { ...standing, role: 'Broker' };
    clock.advance(801);
    expect(await read(token)).toMatchObject({ role: 'Broker' });
    state.standing = { ...standing, valid: false };
    clock.advance(801);
    expect(await read(token)).toBeUndefined();
  });

  it('the token of a disabled account differs from a revoked one: it is cached, and rejected with that reason', async () => {
    const { read, asked, state } = reader();
    const token = await sign();
    state.standing = { ...standing, valid: false, accountDisabled: true };
    for (let n = 0; n < 5; n++) expect(await read(token)).toBe(DISABLED);
    expect(asked.standing).toBe(1);
    expect(() => unlessDisabled(DISABLED)).toThrow(expect.objectContaining({ reason: 'ACCOUNT_DISABLED' }));
    state.standing = standing;
    clock.advance(801);
    expect(unlessDisabled(await read(token))).toEqual(ACTOR);
  });

  const bad: [string, () => Promise<string> | string][] = [
    ['alg none', () => new UnsecuredJWT(claims()).encode()],
    [
      'alg none with the right header',
      () =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt","kid":"k1"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`,
    ],
    [
      'HS confusion: signed with the public key',
      () => {
        const head = `${Buffer.from('{"alg":"HS256","typ":"at+jwt","kid":"k1"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}`;
        return `${head}.${createHmac('sha256', publicPem).update(head).digest('base64url')}`;
      },
    ],
    [
      'RS confusion',
      async () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'k1' })
          .sign((await generateKeyPair('RS256')).privateKey),
    ],
    ['wrong iss', () => sign({ iss: 'https://evil.example' })],
    ['wrong aud', () => sign({ aud: ISSUER })],
    ['wrong typ', () => sign({}, { typ: 'JWT' })],
    ['no typ', () => sign({}, { typ: undefined })],
    ['expired', () => sign({ exp: seconds() - 1 })],
    ['without an end', () => sign({ exp: undefined })],
    ['not yet valid', () => sign({ nbf: seconds() + 60 })],
    ['issued more than 60 s in the future', () => sign({ iat: seconds() + 62 })],
    ['foreign kid', () => sign({}, { kid: 'k2' }, foreign)],
    ['foreign key under our kid', () => sign({}, {}, foreign)],
    ['no family', () => sign({ fid: undefined })],
    [
      'a changed claim',
      async () =>
        (await sign())
          .split('.')
          .map((part, at) =>
            at === 1 ? Buffer.from(JSON.stringify({ ...claims(), account: 8 })).toString('base64url') : part,
          )
          .join('.'),
    ],
    ['an API key', () => `plk_${'x'.repeat(43)}`],
    ['too long', () => 'x'.repeat(5_000)],
    ['nothing', () => ''],
  ];
  it.each(bad)('%s is refused', async (_name, make) => {
    const { read, asked } = reader();
    expect(await read(await make())).toBeUndefined();
    expect(asked.standing).toBe(0);
  });

  it('a token issued up to 60 s in the future is accepted: clocks differ', async () => {
    const { read } = reader();
    expect(await read(await sign({ iat: seconds() + 60 }))).toEqual(ACTOR);
  });

  it('expires while cached', async () => {
    const { read } = reader();
    const token = await sign();
    expect(await read(token)).toEqual(ACTOR);
    clock.advance(3_600_000);
    expect(await read(token)).toBeUndefined();
  });

  it('a new key is fetched when a token names it, and at most every two seconds', async () => {
    const { read, asked, state } = reader();
    await read(await sign());
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    state.keys = [publicJwk, { ...(await exportJWK(pair.publicKey)), kid: 'k3', alg: 'EdDSA', use: 'sig' }];
    clock.advance(2_000);
    expect(await read(await sign({}, { kid: 'k3' }, pair.privateKey))).toEqual(ACTOR);
    expect(asked.keys).toBe(2);
    for (let n = 0; n < 50; n++) await read(await sign({}, { kid: `made-up-${n}` }, foreign));
    expect(asked.keys).toBe(2);
  });

  it('keys that could not be fetched are fetched again', async () => {
    let fail = true;
    const read = createAccessTokenReader({
      issuer: ISSUER,
      audience: AUDIENCE,
      clock,
      signingKeys: async () => {
        if (fail) throw new Error('away');
        return JSON.stringify({ keys: [publicJwk] });
      },
      standing: async () => standing,
    });
    const token = await sign();
    await expect(read(token)).rejects.toThrow('away');
    fail = false;
    expect(await read(token)).toEqual(ACTOR);
  });
});
