import type { Caller } from '@porchlight/access';
import { createEdgeApp, createRouteTable, identifyUser, sendJson } from '@porchlight/edge';
import { createManualClock } from '@porchlight/runtime';
import { exchange } from '@porchlight/testkit/src/exchange';
import { listen } from '@porchlight/testkit/src/listen';
import { createCors } from './cors';
import { createUnknownLimit } from './unknown-credentials';

const OWN = 'https://app.example.com';
const FOREIGN = 'https://other.example.com';
const caller = (authenticatedBy: 'oauth' | 'key' | 'session'): Caller => ({
  ...{ accountId: 7, userId: 3, role: 'Agent', authenticatedBy },
  corsOrigins: [OWN],
});

/** A gateway whose caller's account lists OWN; another account lists FOREIGN. */
const open = async ({ away = false } = {}) => {
  const clock = createManualClock();
  const cors = createCors({
    clock,
    limitUnknown: createUnknownLimit({ clock, getClientNetwork: () => 'network', perMinute: 3 }),
    findOrigin: async (origin) => {
      if (away) throw new Error('away');
      return [OWN, FOREIGN].includes(origin);
    },
  });
  const user = identifyUser(
    {
      actorOfApiKey: async () => caller('key'),
      actorOfToken: async (token) => (token === 'good' ? caller('oauth') : undefined),
      sessionOf: async () => ({ actor: caller('session'), csrfToken: '' }),
      verifySystem: async () => undefined,
    },
    cors.withOrigin(() => undefined),
  );
  const table = createRouteTable();
  table.add('GET', '/people', user, (_req, res) => sendJson(res, 200, {}));
  const app = createEdgeApp(
    {
      ...{ now: () => 0, requestId: () => 'r', served: () => undefined, fault: () => undefined },
      api: [cors.handler, table.handler],
    },
    () => undefined,
  );
  const server = await listen(app);
  const send = (method: string, headers: Record<string, string>) =>
    exchange({ port: server.port, method, path: '/v1/people', headers });
  return { send, stop: () => server.stop() };
};

type Gateway = Awaited<ReturnType<typeof open>>;
let gateway: Gateway;
beforeAll(async () => void (gateway = await open()));
afterAll(() => gateway?.stop());

const BEARER = { authorization: 'Bearer good' };
const KEY = { authorization: `Basic ${Buffer.from('key:').toString('base64')}` };
const preflight = (origin: string, from: Pick<Gateway, 'send'> = gateway) =>
  from.send('OPTIONS', {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  });
const allowed = ({ headers }: Awaited<ReturnType<Gateway['send']>>) => headers['access-control-allow-origin'];

describe('D13.10 (7) CORS', () => {
  it('given many origins that no account lists, then a listed one is allowed all the same', async () => {
    const own = await open();
    for (let nth = 0; nth < 6; nth++) await preflight(`https://o${nth}.example`, own);
    expect((await preflight(OWN, own)).status).toBe(204);
    await own.stop();
  });

  it('given an access token and an origin that the owner lists, then scripts read the response', async () => {
    const { status, headers } = await gateway.send('GET', { ...BEARER, origin: OWN });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': OWN,
      'access-control-expose-headers': expect.stringContaining('X-RateLimit-Remaining'),
      vary: 'Accept-Encoding, Origin',
    });
  });

  it.each([
    ['an API key', KEY],
    ['a session cookie', { cookie: 'x=y' }],
  ])('given %s, then no response allows an origin', async (_credentials, headers: Record<string, string>) => {
    const response = await gateway.send('GET', { ...headers, origin: OWN });
    expect(response.status).toBe(200);
    expect(allowed(response)).toBeUndefined();
  });

  it('given an origin that only another account lists, then scripts do not read the response', async () => {
    const { status, headers } = await gateway.send('GET', { ...BEARER, origin: FOREIGN });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('access-control-expose-headers');
  });

  it('given a token that is not valid, then scripts of a listed origin read the error', async () => {
    const response = await gateway.send('GET', { authorization: 'Bearer bad', origin: OWN });
    expect(response.status).toBe(401);
    expect(allowed(response)).toBe(OWN);
  });

  it('given a preflight request of a listed origin, then methods and headers are allowed, never credentials', async () => {
    const { status, headers } = await preflight(OWN);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': OWN,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      vary: 'Origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each(['https://app.example.com.evil.example', 'null', 'https://app.example.com/', `https://${'a'.repeat(400)}`])(
    'given a preflight request of %s, then nothing is allowed',
    async (origin) => {
      const response = await preflight(origin);
      expect(response.status).toBe(404);
      expect(allowed(response)).toBeUndefined();
    },
  );

  it('given that the auth service does not answer, then nothing is allowed', async () => {
    const broken = await open({ away: true });
    const response = await preflight(OWN, broken);
    await broken.stop();
    expect(allowed(response)).toBeUndefined();
  });
});
