import { CALLBACK, CLIENT_ID, CSRF, LOCAL_CALLBACK, startOauthServer, type OauthServer } from './oauth-server';

let server: OauthServer;
beforeAll(async () => void (server = await startOauthServer()));
afterAll(() => server?.stop());
beforeEach(() => {
  server.reset();
  server.state.app = { accountId: 7, development: true };
});

const PKCE = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' };
const query = (more: Record<string, string> = {}): string =>
  new URLSearchParams({
    ...{ response_type: 'code', client_id: CLIENT_ID, redirect_uri: LOCAL_CALLBACK },
    ...more,
  }).toString();
const authorize = (search: string) =>
  server.send('GET', `/oauth/authorize?${search}`, { headers: server.cookie as Record<string, string> });
const approve = (search: string) =>
  server.form('/oauth/consent', { request: search, csrfToken: CSRF, decision: 'approve' }, server.cookie);

describe('D13.10 (7) authorizing an app for development', () => {
  it('given a user of its account and PKCE, then the code goes to the address with its port', async () => {
    expect((await authorize(query(PKCE))).status).toBe(200);
    const { status, headers } = await approve(query(PKCE));
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^http:\/\/localhost:3000\/callback\?code=/);
    expect(server.calls.issue).toMatchObject([{ redirectUri: LOCAL_CALLBACK, codeChallenge: PKCE.code_challenge }]);
  });

  it.each(['http://localhost:3001/callback', 'http://localhost/callback', 'http://127.0.0.1:3000/callback'])(
    'given the address %s, which is not registered, then an error page and no redirect',
    async (redirectUri) => {
      const { status, headers } = await authorize(query({ ...PKCE, redirect_uri: redirectUri }));
      expect(status).toBe(400);
      expect(headers.location).toBeUndefined();
    },
  );

  it('given no PKCE, then the client gets invalid_request', async () => {
    for (const { status, headers } of [await authorize(query()), await approve(query())]) {
      expect([302, 303]).toContain(status);
      expect(headers.location).toMatch(/^http:\/\/localhost:3000\/callback\?error=invalid_request&/);
    }
    expect(server.calls.issue).toEqual([]);
  });

  it('given a user of another account, then an error page and no code', async () => {
    server.state.app = { accountId: 8, development: true };
    for (const page of [await authorize(query(PKCE)), await approve(query(PKCE))]) {
      expect(page.status).toBe(400);
      expect(page.headers.location).toBeUndefined();
      expect(page.text).toContain('Only users of its own account');
    }
    expect(server.calls.issue).toEqual([]);
  });

  it('given another app, then users of every account authorize it, without PKCE', async () => {
    server.state.app = { accountId: 8, development: false };
    expect((await authorize(query({ redirect_uri: CALLBACK }))).status).toBe(200);
  });
});

describe('the words of the pages', () => {
  it('given an app and an account, then the title asks for this access', async () => {
    server.state.appName = 'Zapster';
    expect((await authorize(query(PKCE))).text).toContain(
      '<title>Allow Zapster to access Sunny &lt;b&gt;Homes&lt;/b&gt;?',
    );
  });

  it('given a link that does not work, then the title says so', async () => {
    expect((await authorize('x=1')).text).toContain('This link does not work');
  });
});
