import { DAY_MS } from '@porchlight/runtime';
import { expectRefusal } from '@porchlight/testkit';
import type { Actor } from '@porchlight/access';
import mongoose from 'mongoose';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { CALLBACK, ISSUER, startOauth, type OauthSuite } from '../../test/oauth-suite';

let suite: OauthSuite;
beforeAll(async () => void (suite = await startOauth()));
afterAll(() => suite?.stop());

const record = (more: object) => ({ id: 0, version: 0, redirectUris: [], ...more });
const create = (more: object, as = suite.owner) =>
  suite.apps.createOauthApp({ record: record(more), mask: Object.keys(more), options: {} }, as);
const keySet = async () => JSON.parse((await suite.oauth.getSigningKeys({}, suite.service.operator)).jwks);

const COMMANDS = ['find', 'findOne', 'aggregate', 'insertOne', 'insertMany', 'updateOne', 'findOneAndUpdate'] as const;

/** The commands that are sent to these collections from now on, as `command collection`; until mocks are restored. */
const watchCommands = (collections: readonly string[]): string[] => {
  const sent: string[] = [];
  const prototype = mongoose.mongo.Collection.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const command of COMMANDS) {
    const original = prototype[command]!;
    jest.spyOn(prototype, command).mockImplementation(function (this: { collectionName: string }, ...args: unknown[]) {
      // The relay looks now and then for entries that were left.
      const isRelay = 'pendingSince' in (args[0] as object);
      if (collections.includes(this.collectionName) && !isRelay) sent.push(`${command} ${this.collectionName}`);
      return original.apply(this, args);
    });
  }
  return sent;
};

describe('apps', () => {
  it('D8.1 have an id, and a secret that is returned once and stored as a hash', async () => {
    const made = (await create({ name: 'Mailer', redirectUris: [CALLBACK, CALLBACK] })).record!;
    expect(made).toMatchObject({
      name: 'Mailer',
      redirectUris: [CALLBACK],
      clientId: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      clientSecret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
    const got = (await suite.apps.getOauthApp({ id: made.id, options: {} }, suite.owner)).record!;
    expect(got.clientSecret).toBeUndefined();
    const changed = await suite.apps.updateOauthApp(
      { id: made.id, record: record({ name: 'Mailer 2' }), mask: ['name'], options: {} },
      suite.owner,
    );
    expect(changed.record).toMatchObject({ name: 'Mailer 2', redirectUris: [CALLBACK], clientId: made.clientId });
    expect(JSON.stringify(suite.service.log.lines)).not.toContain(made.clientSecret);
  });

  it.each([
    'http://app.example.com/',
    'https://',
    'app.example.com',
    'https://u:p@app.example.com/',
    'https://@app.example.com/',
    'https://app.example.com/#x',
    'https://app.example.com/#',
    'https:\\\\app.example.com',
    'https://app.example.com\\x',
    'https://app.example.com/a b',
    'javascript:alert(1)',
    'https:///app.example.com',
    'com.example:/x',
  ])('given the redirect URI %s, then the registration is refused', async (uri) => {
    await expectRefusal(create({ name: 'x', redirectUris: [uri] }), 'INVALID_BODY');
  });

  it('are managed by the owner only, with a registered system', async () => {
    const broker = { actor: { ...suite.owner.actor, userId: suite.team.ids.broker, role: 'Broker' } as Actor };
    const { system: _none, ...plain } = suite.owner.actor;
    await expectRefusal(create({ name: 'x', redirectUris: [CALLBACK] }, broker), 'FORBIDDEN');
    await expectRefusal(create({ name: 'x', redirectUris: [CALLBACK] }, { actor: plain }), 'SYSTEM_REQUIRED');
    await expectRefusal(suite.apps.getOauthApp({ id: suite.app.id, options: {} }, broker), 'FORBIDDEN');
    const found = await suite.oauth.findClient({ clientId: suite.app.clientId }, suite.service.operator);
    expect(found).toEqual({
      ...{ found: true, name: 'Dialer', redirectUris: [CALLBACK] },
      ...{ accountId: suite.team.accountId, development: false },
    });
    await expectRefusal(suite.oauth.findClient({ clientId: suite.app.clientId }, suite.owner), 'FORBIDDEN');
  });

  it('can be authorised by users of any account', async () => {
    const far = await suite.service.newTeam();
    const request = {
      accountId: far.accountId,
      userId: far.ids.agent,
      clientId: suite.app.clientId,
      redirectUri: CALLBACK,
      scopes: [],
    };
    const { code } = await suite.oauth.issueCode(request, suite.service.operator);
    const { accessToken } = await suite.exchange(code);
    expect(
      await suite.oauth.checkStanding({ familyId: suite.findFamily(accessToken) }, suite.service.operator),
    ).toMatchObject({ accountId: far.accountId, userId: far.ids.agent, role: 'Agent' });
  });

  it('given a deleted app, then its tokens are invalid', async () => {
    const doomed = await suite.register();
    const request = {
      accountId: suite.team.accountId,
      userId: suite.team.ids.agent,
      clientId: doomed.clientId,
      redirectUri: CALLBACK,
      scopes: [],
    };
    const { code } = await suite.oauth.issueCode(request, suite.service.operator);
    const pair = await suite.exchange(code, { client: suite.credentials(doomed) });
    expect(await suite.counts(pair.accessToken)).toBe(true);
    await suite.apps.deleteOauthApp({ id: doomed.id, options: {} }, suite.owner);
    expect(await suite.counts(pair.accessToken)).toBe(false);
    expect(await suite.refresh(pair.refreshToken, { client: suite.credentials(doomed) })).toMatchObject({
      error: 'invalid_client',
    });
  });
});

describe('D13.10 (7) apps for development', () => {
  const LOCAL = ['http://localhost:3000/callback', 'http://127.0.0.1:8080', 'http://localhost/?x=1', CALLBACK];

  it('given addresses on the computer of the developer, then they are stored as they are', async () => {
    const { record: app } = await create({ name: 'Local', redirectUris: LOCAL, development: true });
    expect(app).toMatchObject({ redirectUris: LOCAL, development: true });
  });

  it.each([
    'http://app.example.com/',
    'http://localhost.example.com/',
    'http://localhost:0/',
    'http://localhost:99999/',
    'http://user@localhost/',
    'http://localhost/#x',
    'http://127.0.0.2/',
    'http://[::1]/',
  ])('given the address %s, then it is refused', async (uri) => {
    await expectRefusal(create({ name: 'x', redirectUris: [uri], development: true }), 'INVALID_BODY');
  });

  it.each(LOCAL.slice(0, 3))('given an app that is not for development, then %s is refused', async (uri) => {
    await expectRefusal(create({ name: 'x', redirectUris: [uri] }), 'INVALID_BODY');
    const { record: app } = await create({ name: 'x', redirectUris: [CALLBACK] });
    expect(app).toMatchObject({ development: false });
    const change = { redirectUris: [uri] };
    await expectRefusal(
      suite.apps.updateOauthApp(
        { id: app!.id, record: record(change), mask: Object.keys(change), options: {} },
        suite.owner,
      ),
      'INVALID_BODY',
    );
  });

  it('given an app, then it does not become one for development, or another', async () => {
    const { record: app } = await create({ name: 'x', redirectUris: [CALLBACK], development: true });
    const update = (development: boolean) =>
      suite.apps.updateOauthApp(
        { id: app!.id, record: record({ development }), mask: ['development'], options: {} },
        suite.owner,
      );
    await expectRefusal(update(false), 'INVALID_BODY');
    expect((await update(true)).record).toMatchObject({ development: true });
  });

  it('given a user of another account, or no challenge, then no code is issued', async () => {
    const { record: app } = await create({ name: 'x', redirectUris: LOCAL, development: true });
    const far = await suite.service.newTeam();
    const { codeVerifier, codeChallenge } = suite.pkce();
    const issue = (accountId: number, userId: number, more: object) =>
      suite.oauth.issueCode(
        { ...{ accountId, userId, clientId: app!.clientId!, redirectUri: LOCAL[0]!, scopes: [] }, ...more },
        suite.service.operator,
      );
    const { accountId, ids } = suite.team;
    await expectRefusal(issue(far.accountId, far.ids.agent, { codeChallenge }), 'NOT_FOUND');
    await expectRefusal(issue(accountId, ids.agent, {}), 'INVALID_BODY');
    const { code } = await issue(accountId, ids.agent, { codeChallenge });
    const client = { clientId: app!.clientId!, clientSecret: app!.clientSecret!, address: '192.0.2.1' };
    expect(await suite.exchange(code, { client, codeVerifier })).toMatchObject({ error: '' });
  });
});

describe('client authentication', () => {
  it('given a disabled app, then its tokens are refused; when it is active again, they work', async () => {
    const app = await suite.register();
    const request = {
      accountId: suite.team.accountId,
      userId: suite.team.ids.agent,
      clientId: app.clientId,
      redirectUri: CALLBACK,
      scopes: [],
    };
    const pair = await suite.exchange((await suite.oauth.issueCode(request, suite.service.operator)).code, {
      client: suite.credentials(app),
    });
    const set = (status: string) =>
      suite.apps.updateOauthApp({ id: app.id, record: record({ status }), mask: ['status'], options: {} }, suite.owner);
    expect((await set('Disabled')).record).toMatchObject({ status: 'Disabled', name: 'Dialer' });
    expect(await suite.counts(pair.accessToken)).toBe(false);
    expect(await suite.refresh(pair.refreshToken, { client: suite.credentials(app) })).toMatchObject({
      error: 'invalid_client',
    });
    expect((await suite.oauth.findClient({ clientId: app.clientId }, suite.service.operator)).found).toBe(false);
    await expectRefusal(suite.oauth.issueCode(request, suite.service.operator), 'NOT_FOUND');
    await set('Active');
    expect(await suite.counts(pair.accessToken)).toBe(true);
    expect(await suite.refresh(pair.refreshToken, { client: suite.credentials(app) })).toMatchObject({ error: '' });
  });

  it('given wrong, missing, disabled or unknown credentials, then response and timing are the same', async () => {
    const { clientId, clientSecret } = suite.app;
    const gone = await suite.register();
    await suite.apps.deleteOauthApp({ id: gone.id, options: {} }, suite.owner);
    const disabled = await suite.register();
    await suite.apps.updateOauthApp(
      { id: disabled.id, record: record({ status: 'Disabled' }), mask: ['status'], options: {} },
      suite.owner,
    );
    const wrong = [
      { clientId: disabled.clientId, clientSecret: disabled.clientSecret },
      { clientId, clientSecret: 'wrong' },
      { clientId, clientSecret: '' },
      { clientId: '', clientSecret },
      { clientId: `${clientId.slice(0, -1)}${clientId.endsWith('A') ? 'B' : 'A'}`, clientSecret },
      { clientId: suite.other.clientId, clientSecret },
      { clientId: gone.clientId, clientSecret: gone.clientSecret },
      { clientId: 'app-99999999-x', clientSecret: 'x'.repeat(5_000) },
    ];
    const answers = await Promise.all(
      wrong.map((client) => suite.exchange('x', { client: { ...client, address: '192.0.2.7' } })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ error: 'invalid_client' });
    const kinds: [string, (n: number) => { clientId: string; clientSecret: string }][] = [
      ['wrong', () => ({ clientId, clientSecret: 'wrong' })],
      ['missing', () => ({ clientId, clientSecret: '' })],
      ['disabled, its own secret', () => disabled],
      ['disabled, a wrong secret', () => ({ clientId: disabled.clientId, clientSecret: 'wrong' })],
      ['deleted', () => gone],
      ['unknown', (n) => ({ clientId: `app-${n}-${'A'.repeat(22)}`, clientSecret: 'wrong' })],
      ['no id of ours', (n) => ({ clientId: `x${n}`, clientSecret: 'wrong' })],
    ];
    const times = kinds.map((): number[] => []);
    const work = kinds.map((): string[] => []);
    const commands = watchCommands(['oauthApps', 'attempts']);
    try {
      for (let n = 0; n < 30; n++)
        for (const at of kinds.keys()) {
          const nth = (at + n) % kinds.length;
          const client = { ...kinds[nth]![1](n), address: `198.51.${nth}.${n}` };
          commands.length = 0;
          const started = performance.now();
          await suite.exchange('x', { client });
          times[nth]!.push(performance.now() - started);
          work[nth]!.push(commands.toSorted().join(', '));
        }
    } finally {
      jest.restoreAllMocks();
    }
    // Other work on the machine makes single responses slower, never faster.
    const fastest = times.map((all) => Math.min(...all));
    const name = (values: readonly unknown[]) => Object.fromEntries(kinds.map(([kind], at) => [kind, values[at]]));
    const slower = fastest.map((time) => time / Math.min(...fastest));
    // The service reads apps in the background too: what occurred once or twice in 30 calls does not count.
    const usual = work.map((all) => new Set(all.filter((one) => all.filter((other) => other === one).length > 2)));
    // None skips or adds a lookup, or runs a slow hash.
    expect(name(usual)).toEqual(name(kinds.map(() => usual[0])));
    expect(name(slower.map((ratio) => (ratio < 2 ? 'same' : ratio)))).toEqual(name(kinds.map(() => 'same')));
  });

  it('D8.6 allows 20 failures a minute per client and address', async () => {
    const bad = { ...suite.credentials(undefined, '192.0.2.9'), clientSecret: 'wrong' };
    for (let n = 0; n < 20; n++)
      expect(await suite.exchange('x', { client: bad })).toMatchObject({ error: 'invalid_client' });
    await expect(suite.exchange('x', { client: bad })).rejects.toMatchObject({
      reason: 'RATE_LIMITED',
      params: { seconds: 60 },
    });
    await expectRefusal(suite.exchange('x', { client: suite.credentials(undefined, '192.0.2.9') }), 'RATE_LIMITED');
    expect(await suite.exchange('x', { client: suite.credentials(undefined, '192.0.2.10') })).toMatchObject({
      error: 'invalid_grant',
    });
    suite.clock.advance(60_000);
    expect(await suite.exchange('x', { client: suite.credentials(undefined, '192.0.2.9') })).toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('signing keys', () => {
  it('given a key of 30 days, then a successor signs a day later, and the old key is published until its tokens expire', async () => {
    const before = await suite.exchange(await suite.approve());
    const { payload } = await jwtVerify(before.accessToken, createLocalJWKSet(await keySet()), {
      issuer: ISSUER,
      audience: ISSUER,
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      currentDate: suite.clock.date(),
    });
    expect(payload).toMatchObject({
      account: suite.team.accountId,
      user: suite.team.ids.agent,
      client_id: suite.app.clientId,
      jti: expect.any(String),
    });
    expect(payload.exp! - payload.iat!).toBe(3600);
    expect(JSON.stringify(await keySet())).not.toContain('"d"');
    const kid = decodeProtectedHeader(before.accessToken).kid;
    suite.clock.advance(30 * DAY_MS);
    // Published a day before it signs (M5).
    expect((await keySet()).keys).toHaveLength(2);
    suite.clock.advance(DAY_MS);
    const after = await suite.exchange(await suite.approve());
    expect(decodeProtectedHeader(after.accessToken).kid).not.toBe(kid);
    expect((await keySet()).keys.map((key: { kid: string }) => key.kid)).toEqual([
      decodeProtectedHeader(after.accessToken).kid,
      kid,
    ]);
    suite.clock.advance(3 * DAY_MS);
    expect((await keySet()).keys).toHaveLength(1);
  });
});

describe('logs', () => {
  it('contain no secret', async () => {
    const code = await suite.approve();
    const pair = await suite.exchange(code);
    const next = await suite.refresh(pair.refreshToken);
    const lines = JSON.stringify(suite.service.log.lines);
    for (const secret of [
      code,
      pair.accessToken,
      pair.refreshToken,
      next.accessToken,
      next.refreshToken,
      suite.app.clientSecret,
    ])
      expect(lines).not.toContain(secret);
  });
});
