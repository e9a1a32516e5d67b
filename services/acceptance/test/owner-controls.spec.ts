import { eventually } from '@porchlight/testkit';
import { createBrowser } from '../src/browser';
import { account, as, clientWith, keyHeader, unique } from '../src/client';
import { promisedTime } from '../src/promised-time';
import { signUp } from '../src/sign-up-account';

const CALLBACK = 'https://app.example.com/callback';
const PASSWORD = 'correct horse battery';
/** The contract. */
const SOON_MS = 2_000;
let soon: { timeoutMs: number };
beforeAll(async () => void (soon = { timeoutMs: await promisedTime(SOON_MS) }));
const owner = as('owner');

const createSystem = async () => {
  const { body } = await owner.post('/v1/systems', { name: `Retired ${unique()}` });
  const { id, name, key } = body as { id: number; name: string; key: string };
  const { apiKey } = account(1).users.owner;
  return { id, name, client: clientWith({ ...keyHeader(apiKey), 'x-system': name, 'x-system-key': key }) };
};

describe('D13.9 (1) DELETE /v1/systems/{id}', () => {
  it('given a webhook, an OAuth app and a published app of it, then 409 lists them, and force=true deletes them too', async () => {
    const { id, name, client } = await createSystem();
    const url = 'https://localhost:8444/retired';
    const { body: webhook } = await client.post('/v1/webhooks', { event: 'notesCreated', url });
    const { body: app } = await client.post('/v1/oauthApps', { name: 'Dialer', redirectUris: [CALLBACK] });
    const redirectUrl = 'https://app.example.com/install';
    const { body: published } = await client.post('/v1/publishedInboxApps', { name: 'Chat', redirectUrl });
    expect(published).toMatchObject({ reviewStatus: 'Pending' });
    const path = `/v1/systems/${id}`;
    const refused = await owner.delete(path);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        errorCode: 'IN_USE',
        problems: expect.arrayContaining([
          { kind: 'webhook', id: webhook.id, name: `notesCreated to ${url}` },
          { kind: 'oauthApp', id: app.id, name: 'Dialer' },
          { kind: 'publishedInboxApp', id: published.id, name: 'Chat' },
        ]),
      },
    });
    expect((await client.get(`/v1/webhooks/${webhook.id}`)).status).toBe(200);
    expect(await owner.delete(`${path}?force=true`)).toMatchObject({ status: 200, body: {} });
    expect((await owner.get(`/v1/webhooks/${webhook.id}?anySystem=true`)).status).toBe(404);
    expect((await owner.get(`/v1/oauthApps/${app.id}`)).status).toBe(404);
    expect((await owner.get(`/v1/publishedInboxApps/${published.id}`)).status).toBe(404);
    expect((await owner.get('/v1/systems')).body.systems).not.toContainEqual(expect.objectContaining({ name }));
    await eventually(async () => expect((await client.get('/v1/me')).status).toBe(401), soon);
    expect((await owner.delete(path)).status).toBe(404);
  });

  it('given a system that was disabled and deleted, then the audit log has each change', async () => {
    const { id } = await createSystem();
    await owner.put(`/v1/systems/${id}`, { disabled: true });
    await owner.delete(`/v1/systems/${id}`);
    await eventually(async () => {
      const { body } = await owner.get(`/v1/auditLog?resource=systems&resourceId=${id}`);
      const records = body.auditLog as { verb: string; changed: string[] }[];
      expect(records.map(({ verb, changed }) => [verb, ...changed]).toReversed()).toEqual([
        ['created'],
        ['updated', 'disabled'],
        ['deleted'],
      ]);
    });
  });

  it('given a broker, then it is refused', async () => {
    expect((await as('broker').delete('/v1/systems/1')).status).toBe(403);
  });
});

describe('D13.9 (2) and D13.10 (7) an app of an own account', () => {
  const user = { email: `${unique()}@example.com`, password: PASSWORD };
  const browser = createBrowser();
  let app: { clientId: string; clientSecret: string };
  let csrf: Record<string, string>;

  beforeAll(async () => {
    const created = await owner.post('/v1/oauthApps', { name: `Mailer ${unique()}`, redirectUris: [CALLBACK] });
    app = created.body as typeof app;
    const names = { accountName: 'Harbor Lane Homes', firstName: 'Olive', lastName: 'Owner' };
    expect((await signUp(browser.json, { ...names, ...user })).status).toBe(201);
    csrf = { 'x-csrf-token': (await browser.json('GET', '/session')).json.csrfToken as string };
  });

  const connect = async (): Promise<string> => {
    const query = { response_type: 'auth_code', client_id: app.clientId, redirect_uri: CALLBACK, scope: 'read people' };
    const landed = await browser.authorize(`/oauth/authorize?${new URLSearchParams(query).toString()}`, user);
    const code = landed.searchParams.get('code')!;
    const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64');
    const token = new URLSearchParams({ grant_type: 'auth_code', code }).toString();
    const { body } = await clientWith({ authorization: `Basic ${basic}` }).get(`/oauth/token?${token}`);
    return body.access_token as string;
  };
  const withToken = (token: string, headers: Record<string, string> = {}) =>
    clientWith({ authorization: `Bearer ${token}`, ...headers });

  it('given an app with access, then it is listed with scopes, user and last use, and its end applies within two seconds', async () => {
    const token = await connect();
    expect((await withToken(token).get('/v1/me')).status).toBe(200);
    const list = async () => (await browser.json('GET', '/v1/connectedApps')).json.connectedApps as { id: number }[];
    await eventually(async () =>
      expect(await list()).toMatchObject([
        { clientId: app.clientId, scopes: ['read', 'people'], lastUsed: expect.any(String), user: { id: 1 } },
      ]),
    );
    const [{ id }] = (await list()) as [{ id: number }];
    expect((await browser.json('DELETE', `/v1/connectedApps/${id}`, undefined, csrf)).status).toBe(200);
    await eventually(async () => expect((await withToken(token).get('/v1/me')).status).toBe(401), soon);
    expect(await list()).toEqual([]);
  });

  it('given an origin that the owner lists, then scripts read responses to access tokens only', async () => {
    const origin = `https://${unique()}.example.com`;
    expect((await browser.json('PUT', '/v1/account', { corsOrigins: [origin] }, csrf)).json).toMatchObject({
      corsOrigins: [origin],
    });
    const token = await connect();
    await eventually(
      async () =>
        expect((await withToken(token, { origin }).get('/v1/people?limit=1')).headers).toMatchObject({
          'access-control-allow-origin': origin,
        }),
      soon,
    );
    const preflight = { origin, 'access-control-request-method': 'GET' };
    const { status, headers } = await createBrowser().send('OPTIONS', '/v1/people', { headers: preflight });
    expect(status).toBe(204);
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const bySession = await browser.json('GET', '/v1/people?limit=1', undefined, { origin });
    expect(bySession.headers).not.toHaveProperty('access-control-allow-origin');
    const byKey = await clientWith({ ...keyHeader(account(1).users.owner.apiKey), origin }).get('/v1/me');
    expect(byKey.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('given an app for development, then only it has addresses on the own computer, and only its account gives it access', async () => {
    const redirectUris = ['http://localhost:5173/callback'];
    expect((await owner.post('/v1/oauthApps', { name: 'Local', redirectUris })).status).toBe(400);
    const { status, body } = await owner.post('/v1/oauthApps', { name: 'Local', redirectUris, development: true });
    expect(status).toBe(201);
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: body.clientId as string, redirect_uri: redirectUris[0]! },
      ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
    });
    const page = await browser.send('GET', `/oauth/authorize?${query.toString()}`);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Only users of its own account');
  });
});
