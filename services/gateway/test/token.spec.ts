import { CALLBACK, CLIENT_ID, CODE, ISSUER, SECRET, SECRETS, startOauthServer, type OauthServer } from './oauth-server';

let server: OauthServer;
beforeAll(async () => void (server = await startOauthServer()));
afterAll(() => server?.stop());
beforeEach(() => server.reset());

const fields = { grant_type: 'authorization_code', code: CODE, redirect_uri: CALLBACK };
const path = (more: Record<string, string> = {}) =>
  `/oauth/token?${new URLSearchParams({ ...fields, grant_type: 'auth_code', state: 's', ...more }).toString()}`;
const get = (headers: Record<string, string>, to = path(), method = 'GET') => server.send(method, to, { headers });
const TOKENS = {
  access_token: 'ACCESS.TOKEN.X',
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: 'R'.repeat(59),
};
const header = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

describe('token endpoint', () => {
  it('D8.3 GET with a query, as specified', async () => {
    const reply = await get(server.basic());
    expect([reply.status, reply.json]).toEqual([200, TOKENS]);
    expect(server.calls.exchange[0]).toEqual({
      client: { clientId: CLIENT_ID, clientSecret: SECRET, address: '192.0.2.1' },
      grantType: 'auth_code',
      code: CODE,
      redirectUri: CALLBACK,
      state: 's',
    });
    await get(server.basic(), `/oauth/token?grant_type=refresh_token&refresh_token=${TOKENS.refresh_token}`);
    expect(server.calls.exchange[1]).toMatchObject({ grantType: 'refresh_token', refreshToken: TOKENS.refresh_token });
  });

  it('POST with a form, client by header in both encodings or in the body', async () => {
    expect((await server.form('/oauth/token', fields, server.basic())).json).toEqual(TOKENS);
    const encoded = header(`${CLIENT_ID.replace(/-/g, '%2D')}:${encodeURIComponent(SECRET)}`);
    expect((await server.form('/oauth/token', fields, encoded)).json).toEqual(TOKENS);
    expect(
      (await server.form('/oauth/token', { ...fields, client_id: CLIENT_ID, client_secret: SECRET })).json,
    ).toEqual(TOKENS);
    expect(
      (await server.form('/oauth/token', { ...fields, client_id: CLIENT_ID, code_verifier: 'v' }, server.basic())).json,
    ).toEqual(TOKENS);
    expect(server.calls.exchange.map(({ client }) => client!.clientId)).toEqual([
      CLIENT_ID,
      CLIENT_ID,
      CLIENT_ID,
      CLIENT_ID,
    ]);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['wrong', header(`${CLIENT_ID}:wrong`), 401, 'invalid_client'],
    ['missing', {}, 401, 'invalid_client'],
    ['malformed base64', { authorization: 'Basic %%%' }, 401, 'invalid_client'],
    ['no colon', header('nocolon'), 401, 'invalid_client'],
    ['malformed percent', header('a%:b'), 401, 'invalid_client'],
    ['bearer', { authorization: 'Bearer x' }, 401, 'invalid_client'],
    ['unknown', header(`app-1-x:${SECRET}`), 401, 'invalid_client'],
  ])('client authentication: %s', async (_name, headers, status, error) => {
    for (const reply of [await get(headers), await server.form('/oauth/token', fields, headers)]) {
      expect([reply.status, reply.json['error']]).toEqual([status, error]);
      expect(reply.headers['www-authenticate']).toContain('Basic');
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  });

  it('client authentication: both header and body, a secret in the address, another id', async () => {
    const both = await server.form(
      '/oauth/token',
      { ...fields, client_id: CLIENT_ID, client_secret: SECRET },
      server.basic(),
    );
    const inAddress = await get({}, path({ client_id: CLIENT_ID, client_secret: SECRET }));
    const other = await server.form('/oauth/token', { ...fields, client_id: 'app-1-x' }, server.basic());
    for (const reply of [both, inAddress, other])
      expect([reply.status, reply.json['error']]).toEqual([400, 'invalid_request']);
    expect(server.calls.exchange).toEqual([]);
  });

  it('duplicate parameters, JSON bodies and parameters in the address of a POST are rejected', async () => {
    const replies = [
      await get(server.basic(), `${path()}&code=other`),
      await server.form('/oauth/token', `grant_type=authorization_code&code=a&code=b`, server.basic()),
      await server.json('POST', '/oauth/token', fields, server.basic()),
      await server.form(`/oauth/token?code=${CODE}`, fields, server.basic()),
    ];
    for (const reply of replies) expect([reply.status, reply.json['error']]).toEqual([400, 'invalid_request']);
    expect(server.calls.exchange).toEqual([]);
  });

  it('HEAD and prefetch consume no code', async () => {
    const head = await get(server.basic(), path(), 'HEAD');
    expect([head.status, head.headers.allow, head.headers['cache-control']]).toEqual([405, 'GET, POST', 'no-store']);
    for (const headers of [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
    ])
      expect((await get({ ...server.basic(), ...headers } as never)).status).toBe(400);
    expect((await get(server.basic(), path(), 'PUT')).status).toBe(405);
    expect(server.calls.exchange).toEqual([]);
  });

  it('rate limits on token requests return 429 with Retry-After', async () => {
    server.state.limited = true;
    const reply = await get(server.basic());
    expect([reply.status, reply.headers['retry-after'], reply.headers['cache-control']]).toEqual([
      429,
      '42',
      'no-store',
    ]);
  });

  it('no-store everywhere, and errors by RFC 6749 5.2', async () => {
    server.state.answer = { ...server.state.answer, error: 'invalid_grant', errorDescription: 'It is over.' };
    const reply = await get(server.basic());
    expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_grant', error_description: 'It is over.' } });
    expect(reply.headers['cache-control']).toBe('no-store');
    server.state.answer = { ...server.state.answer, error: '', errorDescription: '' };
    expect((await get(server.basic())).headers['cache-control']).toBe('no-store');
    const large = await server.form('/oauth/token', 'x'.repeat(20_000), server.basic());
    expect([large.status, large.headers['cache-control']]).toEqual([413, 'no-store']);
  });

  it('revocation accepts POST only', async () => {
    const revoked = await server.form('/oauth/revoke', { token: 'abc' }, server.basic());
    expect([revoked.status, revoked.headers['content-type'], JSON.parse(revoked.text)]).toEqual([
      200,
      'application/json; charset=utf-8',
      {},
    ]);
    expect(server.calls.revoked).toEqual(['abc']);
    expect((await server.send('GET', '/oauth/revoke?token=abc', { headers: server.basic() })).status).toBe(405);
    expect((await server.form('/oauth/revoke', { token: 'abc' })).status).toBe(401);
  });

  it('metadata lists the served endpoints', async () => {
    const { json } = await server.send('GET', '/.well-known/oauth-authorization-server');
    expect(json).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    expect((await server.send('GET', '/.well-known/jwks.json')).json['keys']).toHaveLength(1);
  });

  it('no secret is in any request line', () => {
    const lines = JSON.stringify(server.lines);
    for (const secret of SECRETS) expect(lines).not.toContain(secret);
    expect(lines).toContain('/oauth/token');
    expect(server.faults).toEqual([]);
  });
});
