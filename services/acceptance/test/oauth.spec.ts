import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasPythonModule, requireTool } from '@porchlight/testkit';
import { computeCode } from '../src/authenticator';
import { signUp } from '../src/sign-up-account';
import { createBrowser, type Browser } from '../src/browser';
import { account, as, clientWith, systemHeaders, unique, type Reply } from '../src/client';
import { dataFolder, readConnection } from '../src/stack-connection';
import { secretsInLogs } from '../src/secrets-in-logs';

const { baseUrl, caFile } = readConnection();
const CALLBACK = 'https://app.example.com/callback';
const PASSWORD = 'correct horse battery';
const run = promisify(execFile);

let app: { id: number; clientId: string; clientSecret: string };
let user: { email: string; password: string };
let browser: Browser;

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const address = (more: Record<string, string> = {}): string =>
  `/oauth/authorize?${new URLSearchParams({ response_type: 'auth_code', client_id: app.clientId, redirect_uri: CALLBACK, state: 's1', ...more }).toString()}`;
const ofApp = () => clientWith({ authorization: basic(app.clientId, app.clientSecret) });
const token = (query: Record<string, string>): Promise<Reply> =>
  ofApp().get(`/oauth/token?${new URLSearchParams(query).toString()}`);
const withToken = (accessToken: string) => clientWith({ authorization: `Bearer ${accessToken}` });
const code = async (): Promise<string> => (await browser.authorize(address(), user)).searchParams.get('code')!;
const pair = async () =>
  (await token({ grant_type: 'auth_code', code: await code() })).body as {
    access_token: string;
    refresh_token: string;
  };
const authorizeWithPkce = async () => {
  const codeVerifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const query = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' };
  return { codeVerifier, landed: await browser.authorize(address(query), user) };
};
/** Invites an agent, who accepts in a browser; both responses. */
const addAgent = async (owner: Browser, csrf: Record<string, string>, theirs = createBrowser()) => {
  const agent = { firstName: 'Ann', lastName: 'Agent', email: `${unique()}@example.com`, role: 'Agent' };
  const invited = await owner.json('POST', '/v1/users', agent, csrf);
  const link = new URL(invited.json.invitationUrl).searchParams.get('token');
  const accepted = await theirs.json('POST', '/session/acceptInvitation', { token: link, password: PASSWORD });
  return { invited, accepted };
};
/** Waits until a token is refused: 2 s by contract, 3 s on a busy machine. Returns the status. */
const waitUntilRefused = async (accessToken: string): Promise<number> => {
  const end = Date.now() + 3_000;
  for (;;) {
    const { status } = await withToken(accessToken).get('/v1/me');
    if (status === 401 || Date.now() > end) return status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

beforeAll(async () => {
  const made = await as('owner').post('/v1/oauthApps', { name: `Dialer ${unique()}`, redirectUris: [CALLBACK] });
  expect(made.status).toBe(201);
  app = made.body;
  user = { email: `${unique()}@example.com`, password: PASSWORD };
  browser = createBrowser();
  const up = await signUp(createBrowser().json, {
    accountName: 'Sunny Homes',
    firstName: 'Olive',
    lastName: 'Owner',
    ...user,
  });
  expect(up.status).toBe(201);
});

describe('the authorization flow', () => {
  it('works as specified: consent, callback, GET for the token, API request, refresh', async () => {
    const landed = await browser.authorize(address(), user);
    expect(Object.fromEntries(landed.searchParams)).toEqual({
      response: 'approved',
      code: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      state: 's1',
    });
    const first = await token({
      grant_type: 'auth_code',
      code: landed.searchParams.get('code')!,
      redirect_uri: CALLBACK,
      state: 's1',
    });
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(first.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
    });
    const me = await withToken(first.body.access_token).get('/v1/me');
    expect([me.status, me.body.email, me.body.apiKey]).toEqual([200, user.email, null]);
    const person = await withToken(first.body.access_token).post('/v1/people', { firstName: unique() });
    expect(person.status).toBe(201);
    const second = await token({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token });
    expect((await withToken(second.body.access_token).get(`/v1/people/${person.body.id}`)).status).toBe(200);
  });

  it('given a denial, then response=denied and no code', async () => {
    const landed = await browser.authorize(address(), user, 'deny');
    expect(Object.fromEntries(landed.searchParams)).toEqual({ response: 'denied', state: 's1' });
  });

  it('given a reused code, then it is refused and its tokens are revoked', async () => {
    const once = await code();
    const first = await token({ grant_type: 'auth_code', code: once });
    expect((await withToken(first.body.access_token).get('/v1/me')).status).toBe(200);
    const again = await token({ grant_type: 'auth_code', code: once });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await waitUntilRefused(first.body.access_token)).toBe(401);
  });

  it('given 20 concurrent exchanges of a code, then one succeeds', async () => {
    const once = await code();
    const replies = await Promise.all(Array.from({ length: 20 }, () => token({ grant_type: 'auth_code', code: once })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('given HEAD and prefetch requests, then the code stays valid', async () => {
    const once = await code();
    const at = `/oauth/token?${new URLSearchParams({ grant_type: 'auth_code', code: once }).toString()}`;
    expect((await ofApp().call('HEAD', at)).status).toBe(405);
    expect((await ofApp().get(at, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(400);
    expect((await ofApp().get(at)).status).toBe(200);
  });

  it('a revocation applies within two seconds', async () => {
    const { access_token: access, refresh_token: refresh } = await pair();
    expect((await withToken(access).get('/v1/me')).status).toBe(200);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (
        await ofApp().call('POST', '/oauth/revoke', {
          headers: form,
          body: new URLSearchParams({ token: refresh }).toString(),
        })
      ).status,
    ).toBe(200);
    expect(await waitUntilRefused(access)).toBe(401);
  });

  it('key as bearer, token as basic and token in the query string are refused', async () => {
    const { access_token: access } = await pair();
    const key = clientWith({ authorization: `Bearer ${account(1).users.owner.apiKey}` });
    expect((await key.get('/v1/me')).status).toBe(401);
    expect((await clientWith({ authorization: basic(access, '') }).get('/v1/me')).status).toBe(401);
    expect((await clientWith({}).get(`/v1/me?access_token=${access}`)).status).toBe(401);
  });

  it('deleting an app ends its tokens', async () => {
    const doomed = (await as('owner').post('/v1/oauthApps', { name: 'Doomed', redirectUris: [CALLBACK] })).body;
    const landed = await browser.authorize(address({ client_id: doomed.clientId }), user);
    const client = clientWith({ authorization: basic(doomed.clientId, doomed.clientSecret) });
    const { body } = await client.get(`/oauth/token?grant_type=auth_code&code=${landed.searchParams.get('code')}`);
    expect((await withToken(body.access_token).get('/v1/me')).status).toBe(200);
    expect((await as('owner').delete(`/v1/oauthApps/${doomed.id}`)).status).toBe(200);
    expect(await waitUntilRefused(body.access_token)).toBe(401);
  });
});

describe('stock OAuth clients work unmodified', () => {
  const script = async (source: string): Promise<unknown> => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: caFile, NODE_OPTIONS: '' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], {
      env,
      cwd: __dirname,
      timeout: 30_000,
    });
    return JSON.parse(stdout);
  };

  it('openid-client: discovery, PKCE, iss, refresh, revocation', async () => {
    const { codeVerifier, landed } = await authorizeWithPkce();
    const result = await script(`
      import * as client from 'openid-client';
      const config = await client.discovery(new URL(${JSON.stringify(baseUrl)}), ${JSON.stringify(app.clientId)}, ${JSON.stringify(app.clientSecret)}, undefined, { algorithm: 'oauth2' });
      const tokens = await client.authorizationCodeGrant(config, new URL(${JSON.stringify(landed.href)}), { pkceCodeVerifier: ${JSON.stringify(codeVerifier)}, expectedState: 's1' });
      const next = await client.refreshTokenGrant(config, tokens.refresh_token);
      const me = await client.fetchProtectedResource(config, next.access_token, new URL(${JSON.stringify(`${baseUrl}/v1/me`)}), 'GET');
      await client.tokenRevocation(config, next.refresh_token);
      console.log(JSON.stringify({ type: tokens.token_type, expires: tokens.expires_in, me: (await me.json()).email }));
    `);
    expect(result).toEqual({ type: 'bearer', expires: 3600, me: user.email });
  });

  it('simple-oauth2', async () => {
    const landed = await browser.authorize(address({ response_type: 'code' }), user);
    const result = await script(`
      import { AuthorizationCode } from 'simple-oauth2';
      const client = new AuthorizationCode({ client: { id: ${JSON.stringify(app.clientId)}, secret: ${JSON.stringify(app.clientSecret)} }, auth: { tokenHost: ${JSON.stringify(baseUrl)} } });
      let token = await client.getToken({ code: ${JSON.stringify(landed.searchParams.get('code'))}, redirect_uri: ${JSON.stringify(CALLBACK)} });
      token = await token.refresh();
      console.log(JSON.stringify({ type: token.token.token_type, some: token.token.access_token.length > 100 }));
    `);
    expect(result).toEqual({ type: 'Bearer', some: true });
  });

  /** A Python with Authlib and requests-oauthlib; PORCHLIGHT_PYTHON replaces python3. */
  const python = process.env['PORCHLIGHT_PYTHON'] ?? 'python3';
  const withPython = async (source: string): Promise<unknown> => {
    const env = { ...process.env, REQUESTS_CA_BUNDLE: caFile };
    const { stdout } = await run(python, ['-c', source], { env, timeout: 30_000 });
    return JSON.parse(stdout);
  };
  const itWithPython = (module: string) => requireTool(`${module} for ${python}`, hasPythonModule(python, module)).it;
  const py = (text: string): string => JSON.stringify(text);

  itWithPython('authlib')('Authlib', async () => {
    const { codeVerifier, landed } = await authorizeWithPkce();
    const result = await withPython(`
import json
from authlib.integrations.requests_client import OAuth2Session
session = OAuth2Session(${py(app.clientId)}, ${py(app.clientSecret)}, redirect_uri=${py(CALLBACK)}, state='s1')
token = session.fetch_token(${py(`${baseUrl}/oauth/token`)}, authorization_response=${py(landed.href)}, code_verifier=${py(codeVerifier)})
token = session.refresh_token(${py(`${baseUrl}/oauth/token`)}, refresh_token=token['refresh_token'])
me = session.get(${py(`${baseUrl}/v1/me`)}).json()
session.revoke_token(${py(`${baseUrl}/oauth/revoke`)}, token['refresh_token'], 'refresh_token')
print(json.dumps([token['token_type'], me['email']]))
`);
    expect(result).toEqual(['Bearer', user.email]);
  });

  itWithPython('requests_oauthlib')('requests-oauthlib', async () => {
    const landed = await browser.authorize(address({ response_type: 'code' }), user);
    const result = await withPython(`
import json
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session
session = OAuth2Session(${py(app.clientId)}, redirect_uri=${py(CALLBACK)}, state='s1')
token = session.fetch_token(${py(`${baseUrl}/oauth/token`)}, authorization_response=${py(landed.href)}, client_secret=${py(app.clientSecret)})
token = session.refresh_token(${py(`${baseUrl}/oauth/token`)}, refresh_token=token['refresh_token'], auth=HTTPBasicAuth(${py(app.clientId)}, ${py(app.clientSecret)}))
print(json.dumps([token['token_type'], session.get(${py(`${baseUrl}/v1/me`)}).json()['email']]))
`);
    expect(result).toEqual(['Bearer', user.email]);
  });

  it('curl', async () => {
    const args = [
      '-sS',
      '--cacert',
      caFile,
      '-u',
      `${app.clientId}:${app.clientSecret}`,
      '-d',
      'grant_type=authorization_code',
      '-d',
      `code=${await code()}`,
    ];
    const { stdout } = await run('curl', [...args, `${baseUrl}/oauth/token`], { timeout: 20_000 });
    expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  });
});

describe('sessions of the pages', () => {
  it('act as their user with a CSRF token, manage keys, and end at sign-out', async () => {
    const own = createBrowser();
    const { json: session } = await own.json('POST', '/session', user);
    expect(session).toMatchObject({ user: { email: user.email, role: 'Owner' }, account: { name: 'Sunny Homes' } });
    const csrf = { 'x-csrf-token': session.csrfToken as string };
    const keysPath = `/v1/users/${session.user.id}/apiKeys`;
    expect((await own.json('POST', keysPath, { label: 'x' })).status).toBe(403);
    const key = await own.json('POST', keysPath, { label: 'CRM' }, csrf);
    expect([key.status, Object.keys(key.json)]).toEqual([
      201,
      ['id', 'label', 'apiKey', 'prefix', 'scopes', 'expiresAt', 'created'],
    ]);
    const byKey = clientWith({ authorization: basic(key.json.apiKey, ''), ...systemHeaders });
    expect((await byKey.get('/v1/me')).body.apiKey).toBe(`${key.json.prefix}…`);
    expect((await own.json('GET', keysPath)).json).toMatchObject({
      _metadata: { collection: 'apiKeys', total: 1 },
      apiKeys: [{ id: key.json.id, label: 'CRM' }],
    });
    const system = await own.json('POST', '/v1/systems', { name: `Partner ${unique()}` }, csrf);
    expect([system.status, Object.keys(system.json)]).toEqual([201, ['id', 'name', 'key', 'signatureHeaders']]);
    expect((await own.json('POST', '/v1/systems/rotateKey', {}, csrf)).json).toMatchObject({ name: system.json.name });
    expect((await own.json('GET', '/v1/oauthApps')).status).toBe(200);
    const { invited, accepted } = await addAgent(own, csrf);
    expect(accepted.json.user).toMatchObject({ id: invited.json.id, role: 'Agent' });
    expect((await own.json('DELETE', `${keysPath}/${key.json.id}`, undefined, csrf)).status).toBe(200);
    expect((await own.json('DELETE', '/session', undefined, csrf)).status).toBe(204);
    expect((await own.json('GET', '/session')).status).toBe(401);
  });
});

describe('second factor and ownership', () => {
  it('two-step sign-in is enabled, required, refuses a replayed code, and is disabled', async () => {
    const mine = { email: `${unique()}@example.com`, password: PASSWORD };
    const own = createBrowser();
    const up = await signUp(own.json, { accountName: 'Two Steps', firstName: 'Tess', lastName: 'Owner', ...mine });
    const csrf = { 'x-csrf-token': up.json.csrfToken as string };
    expect((await own.json('POST', '/session/secondFactor', { password: PASSWORD })).status).toBe(403);
    const { json: setup } = await own.json('POST', '/session/secondFactor', { password: PASSWORD }, csrf);
    const { json: on } = await own.json(
      'POST',
      '/session/secondFactor/confirm',
      { code: computeCode(setup.secret, -1) },
      csrf,
    );
    expect(on.recoveryCodes).toHaveLength(10);
    const signIn = (code?: string) =>
      createBrowser().json('POST', '/session', { ...mine, ...(code !== undefined && { code }) });
    expect((await signIn()).json).toMatchObject({ errorCode: 'SECOND_FACTOR' });
    const code = computeCode(setup.secret);
    expect((await signIn(code)).status).toBe(200);
    expect((await signIn(code)).json).toMatchObject({ errorCode: 'SECOND_FACTOR' });
    expect((await signIn(on.recoveryCodes[0])).status).toBe(200);
    expect(
      (await own.json('POST', '/session/secondFactor/disable', { password: PASSWORD, code: on.recoveryCodes[1] }, csrf))
        .status,
    ).toBe(204);
    expect((await signIn()).status).toBe(200);
  });

  it('an ownership transfer applies on every gateway within two seconds', async () => {
    const mine = { email: `${unique()}@example.com`, password: PASSWORD };
    const [own, theirs] = [createBrowser(), createBrowser()];
    const up = await signUp(own.json, { accountName: 'Handed Over', firstName: 'Olive', lastName: 'Owner', ...mine });
    const csrf = { 'x-csrf-token': up.json.csrfToken as string };
    const { invited } = await addAgent(own, csrf, theirs);
    expect([(await own.json('GET', '/v1/webhooks')).status, (await theirs.json('GET', '/v1/webhooks')).status]).toEqual(
      [200, 403],
    );
    const transfer = (password: string) =>
      own.json('POST', '/session/transferOwnership', { userId: invited.json.id, password }, csrf);
    expect((await transfer('wrong horse battery')).status).toBe(403);
    expect((await transfer(PASSWORD)).status).toBe(204);
    const end = Date.now() + 2_000;
    const statuses = async () =>
      [(await own.json('GET', '/v1/webhooks')).status, (await theirs.json('GET', '/v1/webhooks')).status].join();
    while ((await statuses()) !== '403,200' && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await statuses()).toBe('403,200');
    const owners = (await theirs.json('GET', '/v1/users')).json.users.filter(
      ({ isOwner }: { isOwner: boolean }) => isOwner,
    );
    expect(owners.map(({ id }: { id: number }) => id)).toEqual([invited.json.id]);
  });
});

describe('logs', () => {
  it('no log line of the services contains a secret', async () => {
    const { access_token: access, refresh_token: refresh } = await pair();
    const once = await code();
    await withToken(access).get('/v1/me');
    await clientWith({}).get(`/v1/me?access_token=${access}`);
    await createBrowser().json('POST', '/session', { ...user, password: `${PASSWORD} wrong` });
    expect(secretsInLogs(join(dataFolder, 'logs'), [access, refresh, once, app.clientSecret])).toEqual({
      logs: 6,
      found: [],
    });
  });
});
