import {
  CALLBACK,
  CLIENT_ID,
  CODE,
  CSRF,
  ISSUER,
  ONE_TIME_CODE,
  PASSWORD,
  SECRETS,
  startOauthServer,
  TOKEN,
  type OauthServer,
} from './oauth-server';

let server: OauthServer;
beforeAll(async () => void (server = await startOauthServer()));
afterAll(() => server?.stop());
beforeEach(() => server.reset());

const CHALLENGE = 'c'.repeat(43);
const query = (more: Record<string, string | undefined> = {}): string => {
  const all = { response_type: 'auth_code', client_id: CLIENT_ID, redirect_uri: CALLBACK, state: 'a b/é&="', ...more };
  return new URLSearchParams(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();
};
const authorize = (search: string, headers: Record<string, string> = {}) =>
  server.send('GET', `/oauth/authorize?${search}`, { headers });
const decide = (
  decision: string,
  search: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  server.form(
    '/oauth/consent',
    { request: search, csrfToken: CSRF, decision, ...fields },
    { ...server.cookie, ...headers },
  );
const landing = (location: string | undefined) => {
  expect(location).toMatch(/^https:\/\/app\.example\.com\/callback\?tenant=1&/);
  const given = Object.fromEntries(new URL(location!).searchParams);
  delete given['tenant'];
  return given;
};

describe('redirect_uri', () => {
  it.each([
    ['extra path', 'https://app.example.com/callback/more?tenant=1'],
    ['added query', `${CALLBACK}&x=1`],
    ['no query', 'https://app.example.com/callback'],
    ['fragment', `${CALLBACK}#x`],
    ['case', 'https://app.example.com/Callback?tenant=1'],
    ['case of the host', 'https://APP.example.com/callback?tenant=1'],
    ['trailing slash', 'https://app.example.com/callback/?tenant=1'],
    ['port', 'https://app.example.com:443/callback?tenant=1'],
    ['userinfo', 'https://app.example.com@evil.example/callback?tenant=1'],
    ['backslash', 'https://app.example.com\\@evil.example/callback?tenant=1'],
    ['//', '//app.example.com/callback?tenant=1'],
    ['percent-encoding', 'https://app.example.com/%63allback?tenant=1'],
    ['http', 'http://app.example.com/callback?tenant=1'],
    ['missing', undefined],
    ['script', 'javascript:alert(1)'],
  ])('%s: error page, never a redirect', async (_name, redirectUri) => {
    for (const headers of [{}, server.cookie]) {
      const reply = await authorize(query({ redirect_uri: redirectUri }), headers as Record<string, string>);
      expect(reply.status).toBe(400);
      expect(reply.headers.location).toBeUndefined();
      expect(reply.headers['content-type']).toContain('text/html');
    }
    const posted = await decide('approve', query({ redirect_uri: redirectUri }));
    expect([posted.status, posted.headers.location, server.calls.issue]).toEqual([400, undefined, []]);
  });

  it('unknown client: error page, never a redirect', async () => {
    for (const id of ['app-7-BBBBBBBBBBBBBBBBBBBBBB', '', undefined]) {
      const reply = await authorize(query({ client_id: id }));
      expect([reply.status, reply.headers.location]).toEqual([400, undefined]);
    }
  });

  it.each(['client_id', 'redirect_uri', 'state', 'response_type', 'code_challenge'])(
    'duplicate parameters: %s: error page',
    async (name) => {
      const reply = await authorize(`${query()}&${name}=x&${name}=y`);
      expect([reply.status, reply.headers.location]).toEqual([400, undefined]);
    },
  );
});

describe('the authorization request', () => {
  it('errors after the address is verified are sent to the client', async () => {
    const wrong = landing((await authorize(query({ response_type: 'token' }))).headers.location);
    expect(wrong).toMatchObject({ error: 'unsupported_response_type', state: 'a b/é&="', iss: ISSUER });
    expect(landing((await authorize(query({ response_type: undefined }))).headers.location)).toMatchObject({
      error: 'invalid_request',
    });
    for (const pkce of [
      { code_challenge: CHALLENGE },
      { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
      { code_challenge_method: 'S256' },
      { code_challenge: 'x', code_challenge_method: 'S256' },
    ])
      expect(landing((await authorize(query({ response_type: 'code', ...pkce }))).headers.location)).toMatchObject({
        error: 'invalid_request',
      });
  });

  it('leads to the sign-in page without a session, and back', async () => {
    const first = await authorize(query());
    expect(first.status).toBe(302);
    expect(first.headers.location).toMatch(/^\/oauth\/signIn\?returnTo=/);
    const page = await server.send('GET', first.headers.location!);
    expect(page.status).toBe(200);
    expect(page.text).toContain('type="password"');
    const returnTo = new URL(first.headers.location!, ISSUER).searchParams.get('returnTo')!;
    const answer = await server.form('/oauth/signIn', { returnTo, email: 'ann@example.com', password: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, returnTo]);
    expect(answer.headers['set-cookie']).toEqual([
      `__Host-porchlight-session=${TOKEN}; Path=/; Secure; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^__Host-porchlight-device=/),
    ]);
    expect((await server.send('GET', returnTo, { headers: server.cookie })).text).toContain('Ann Agent');
  });

  it('prevents open redirects after sign-in', async () => {
    for (const returnTo of [
      'https://evil.example/',
      '//evil.example/',
      '/oauth/authorize',
      '/oauth/authorize@evil.example?',
      '/console/',
      '',
    ]) {
      const answer = await server.form('/oauth/signIn', { returnTo, email: 'a@b.c', password: PASSWORD });
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
      expect((await server.send('GET', `/oauth/signIn?${new URLSearchParams({ returnTo }).toString()}`)).status).toBe(
        400,
      );
    }
  });

  it('rate limits and wrong passwords are shown on the sign-in page', async () => {
    const fields = { returnTo: `/oauth/authorize?${query()}`, email: '"><script>', password: 'wrong' };
    const wrong = await server.form('/oauth/signIn', fields);
    expect(wrong.status).toBe(401);
    expect(wrong.text).not.toContain('<script>');
    server.state.limited = true;
    const limited = await server.form('/oauth/signIn', fields);
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '42']);
    server.state.limited = false;
    server.state.accounts = [
      { id: 1, name: 'One' },
      { id: 2, name: '<Two>' },
    ];
    const choose = await server.form('/oauth/signIn', { ...fields, password: PASSWORD });
    expect(choose.text).toContain('&lt;Two&gt; (2)');
    expect((await server.form('/oauth/signIn', { ...fields, password: PASSWORD, accountId: '2' })).status).toBe(303);
  });

  it('requires the second factor, and accepts the code with the password', async () => {
    server.state.secondFactor = true;
    const fields = { returnTo: '/oauth/authorize?x=1', email: 'ann@example.com', password: PASSWORD, accountId: '7' };
    const asked = await server.form('/oauth/signIn', fields);
    expect([asked.status, asked.headers['set-cookie']]).toEqual([401, undefined]);
    expect(asked.text).toContain('name="code" autocomplete="one-time-code"');
    expect(asked.text).toContain('name="accountId" value="7"');
    expect(asked.text).not.toContain(PASSWORD);
    const wrong = await server.form('/oauth/signIn', { ...fields, code: '000000' });
    expect(wrong.text).toContain('The code is wrong');
    expect((await server.form('/oauth/signIn', { ...fields, code: ONE_TIME_CODE })).status).toBe(303);
  });
});

describe('consent', () => {
  it.each([
    ['', 'It can do everything that you can do in this account, except creating users, API keys, systems and apps.'],
    ['read people', 'It can read people and their history. It can read the users'],
    ['write', 'It can read and change everything that you can.'],
    ['deals webhooks', 'It can read and change deals and pipelines; webhooks, notifications and conversations.'],
  ])('given the scope "%s", then the page states: %s', async (scope, sentence) => {
    const search = query(scope === '' ? {} : { scope });
    const page = await server.send('GET', `/oauth/authorize?${search}`, { headers: server.cookie });
    expect(page.text).toContain(sentence);
  });

  it('D8.2 names app, user and account, escaped', async () => {
    const page = await authorize(query(), server.cookie);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Dialer &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).toContain('Sunny &lt;b&gt;Homes&lt;/b&gt;');
    expect(page.text).toContain('Ann Agent (ann@example.com)');
    expect(page.text).not.toMatch(/<script/i);
    expect(page.text).not.toMatch(/ on\w+=| style=/i);
  });

  it('clickjacking headers, a strict policy and no-store on every page', async () => {
    const pages = await Promise.all([
      authorize(query(), server.cookie),
      authorize(query()),
      authorize('x=1'),
      server.send('GET', `/oauth/signIn?returnTo=${encodeURIComponent(`/oauth/authorize?${query()}`)}`),
    ]);
    for (const { headers } of pages) {
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(pages[0].headers['content-security-policy']).toContain("form-action 'self' https://app.example.com;");
  });

  it('D8.4 approved with auth_code: exactly response, code and state', async () => {
    const reply = await decide('approve', query());
    expect(reply.status).toBe(303);
    expect(landing(reply.headers.location)).toEqual({ response: 'approved', code: CODE, state: 'a b/é&="' });
    expect(server.calls.issue).toEqual([
      { accountId: 7, userId: 3, clientId: CLIENT_ID, redirectUri: CALLBACK, scopes: [], state: 'a b/é&="' },
    ]);
    expect(landing((await decide('approve', query({ state: undefined }))).headers.location)).toEqual({
      response: 'approved',
      code: CODE,
    });
  });

  it('approved with code: code, state and iss', async () => {
    const search = query({
      response_type: 'code',
      scope: 'people read',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    expect(landing((await decide('approve', search)).headers.location)).toEqual({
      code: CODE,
      state: 'a b/é&="',
      iss: ISSUER,
    });
    expect(server.calls.issue[0]).toMatchObject({ codeChallenge: CHALLENGE, scopes: ['read', 'people'] });
    const unknown = query({
      response_type: 'code',
      scope: 'read admin',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    expect(landing((await decide('approve', unknown)).headers.location)).toMatchObject({ error: 'invalid_scope' });
  });

  it('denied: response=denied and no code, or error=access_denied', async () => {
    expect(landing((await decide('deny', query())).headers.location)).toEqual({
      response: 'denied',
      state: 'a b/é&="',
    });
    const standard = landing((await decide('deny', query({ response_type: 'code' }))).headers.location);
    expect(standard).toEqual({ error: 'access_denied', state: 'a b/é&="', iss: ISSUER });
    expect(server.calls.issue).toEqual([]);
  });

  it('CSRF on consent: another token, another site, no session: no code', async () => {
    expect((await decide('approve', query(), { csrfToken: 'x' })).status).toBe(403);
    expect((await decide('approve', query(), {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await decide('approve', query(), {}, { origin: 'null' })).status).toBe(403);
    expect((await decide('approve', query(), {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await decide('approve', query(), {}, { cookie: '' })).headers.location).toMatch(/^\/oauth\/signIn/);
    expect((await server.send('GET', `/oauth/consent?${query()}`, { headers: server.cookie })).status).toBe(404);
    expect(server.calls.issue).toEqual([]);
    for (const origin of [ISSUER, 'https://127.0.0.1']) {
      const headers = { origin, 'sec-fetch-site': 'same-origin', host: '127.0.0.1' };
      expect((await decide('approve', query(), {}, headers)).status).toBe(303);
    }
  });

  it('no secret is in any request line', () => {
    const lines = JSON.stringify(server.lines);
    for (const secret of [...SECRETS, 'redirect_uri']) expect(lines).not.toContain(secret);
    expect(server.faults).toEqual([]);
  });
});
