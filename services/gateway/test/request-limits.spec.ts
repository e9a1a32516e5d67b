import type { Actor } from '@porchlight/access';
import {
  createEdgeApp,
  createRouteTable,
  identifySystem,
  identifyUser,
  readBody,
  sendJson,
  type Credentials,
} from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { createManualClock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { exchange } from '@porchlight/testkit/src/exchange';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { admitRequests } from '../src/limits/admit-requests';
import { createPenaltyDelay, type PenaltyDelay } from '../src/limits/penalty-delay';
import { createRequestLimiter, type Counted, type LimitSource } from '../src/limits/request-limiter';
import { addRateLimitRoutes } from '../src/routes/rate-limits';

const LIMITS = new Map([
  ['global', { limit: 250, limitWithoutSystem: 125 }],
  ['events', { limit: 20, limitWithoutSystem: 10 }],
  ['notes', { limit: 10, limitWithoutSystem: 5 }],
  ['PUT.people', { limit: 25, limitWithoutSystem: 12 }],
  ['POST.events', { limit: 5000, limitWithoutSystem: 5000 }],
]);
const LIFTED = new Map([...LIMITS.keys()].map((context) => [context, { limit: 0, limitWithoutSystem: 0 }]));
const FREE_ACCOUNT = 1;
/** An account with four leads per window. */
const FEW_LEADS = 2;

const clock = createManualClock(1_000_000);

/** A small fake of the auth service; the tests reset its window. */
const createAuth = () => {
  const used = new Map<string, number>();
  const formatKey = ({ accountId, system, context }: Counted): string => `${accountId} ${context} ${system}`;
  const auth = {
    asked: 0,
    away: false,
    slow: undefined as Promise<void> | undefined,
    used,
    source: {
      limits: async (accountId: number) => {
        if (auth.away) throw refuse('UNAVAILABLE');
        if (accountId === FEW_LEADS) return new Map([['POST.events', { limit: 4, limitWithoutSystem: 4 }]]);
        return accountId === FREE_ACCOUNT ? LIFTED : LIMITS;
      },
      grant: async (counted: Counted, wanted: number, limit: number) => {
        auth.asked += 1;
        if (counted.accountId === 9) await auth.slow;
        if (auth.away) throw refuse('UNAVAILABLE');
        const before = used.get(formatKey(counted)) ?? 0;
        const granted = Math.max(0, Math.min(wanted, limit - before));
        used.set(formatKey(counted), before + granted);
        return { granted, remaining: limit - before - granted, waitMs: granted > 0 ? 0 : 7_100 };
      },
      usage: async (accountId: number, system: string) =>
        new Map(
          [...LIMITS.keys()].map((context) => [context, used.get(formatKey({ accountId, context, system })) ?? 0]),
        ),
    } satisfies LimitSource,
  };
  return auth;
};
let auth = createAuth();

const credentials: Credentials = {
  actorOfApiKey: async (key) =>
    /^\d+$/.test(key) ? ({ accountId: Number(key), userId: 1, role: 'Owner' } satisfies Actor) : undefined,
  verifySystem: async (name, key) => (name === 'Demo' && key === 'right' ? { name: 'Demo' } : undefined),
};

const keepAlive = new Agent({ keepAlive: true, maxSockets: 100 });
const servers: Listening[] = [];
const allPauses: PenaltyDelay[] = [];
/** Starts another gateway with the same auth service; returns its port. */
const startGateway = async (): Promise<number> => {
  const limiter = createRequestLimiter({ source: auth.source, clock, logger: captureLogger().logger });
  const pauses = createPenaltyDelay(clock);
  allPauses.push(pauses);
  const user = identifyUser(credentials, admitRequests(limiter, credentials, pauses));
  const system = identifySystem(credentials, false);
  const app = createEdgeApp(
    { now: () => clock.now(), requestId: () => 'r', served: () => undefined, fault: () => undefined },
    (express) => {
      const table = createRouteTable();
      addRateLimitRoutes(table, limiter, auth.source, { user, system });
      express.use('/v1', table.handler);
      express.use('/v1', user, readBody(), system, (_req, res) => sendJson(res, 200, {}));
    },
  );
  const started = await listen(app);
  started.server.keepAliveTimeout = 60_000;
  servers.push(started);
  return started.port;
};

afterAll(() => {
  keepAlive.destroy();
  return Promise.all(servers.map((server) => server.stop()));
});

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, any>;
}
const SYSTEM = { 'x-system': 'Demo', 'x-system-key': 'right' };
const send = async (
  port: number,
  account: number | string,
  path: string,
  { method = 'GET', headers = SYSTEM as Record<string, string>, body = '' } = {},
): Promise<Reply> => {
  const sent = { 'content-type': 'application/json', ...headers };
  const { bytes, ...answer } = await exchange(
    { agent: keepAlive, port, method, path, auth: `${account}:`, headers: sent },
    body,
  );
  return { ...answer, body: JSON.parse(bytes.toString() || '{}') };
};
const limitHeaders = ({ headers }: Reply) =>
  ['limit', 'remaining', 'window', 'context'].map((name) => headers[`x-ratelimit-${name}`]);
const countServed = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 200).length;
const flood = (
  ports: readonly number[],
  account: number,
  n: number,
  path = '/v1/people',
  headers: Record<string, string> = SYSTEM,
) => Promise.all(Array.from({ length: n }, (_, nth) => send(ports[nth % ports.length]!, account, path, { headers })));

beforeEach(() => {
  auth = createAuth();
  clock.advance(60_000);
});

describe('limits of requests', () => {
  it('admit exactly as many sequential requests as the account has, and report the remaining number', async () => {
    const port = await startGateway();
    const replies: Reply[] = [];
    for (let nth = 0; nth < 12; nth++) replies.push(await send(port, 5, '/v1/notes'));
    expect(replies.map(limitHeaders)).toEqual(
      Array.from({ length: 12 }, (_, nth) => ['10', String(Math.max(0, 9 - nth)), '10', 'notes']),
    );
    expect(countServed(replies)).toBe(10);
    expect(replies[11]).toMatchObject({
      status: 429,
      headers: { 'retry-after': '8' },
      body: { errorCode: 'RATE_LIMITED' },
    });
    const asked = auth.asked;
    await flood([port], 5, 20, '/v1/notes');
    expect(auth.asked).toBe(asked);
    expect((await send(port, 5, '/v1/people')).status).toBe(200);
    expect((await send(port, 6, '/v1/notes')).status).toBe(200);
    auth.used.clear();
    clock.advance(7_100);
    expect((await send(port, 5, '/v1/notes')).status).toBe(200);
  });

  it.each([
    ['GET', '/v1/events', 'events', '20', '10'],
    ['GET', '/V1/Events/7?limit=1', 'events', '20', '10'],
    ['POST', '/v1/events', 'POST.events', '5000', '5000'],
    ['PUT', '/v1/events/7', 'global', '250', '125'],
    ['DELETE', '/v1/notes/3', 'notes', '10', '5'],
    ['PUT', '/v1/people/3', 'PUT.people', '25', '12'],
    ['GET', '/v1/people', 'global', '250', '125'],
    ['GET', '/v1/noteworthy', 'global', '250', '125'],
  ])('%s %s counts under %s: %s with a system, %s without', async (method, path, context, limit, without) => {
    const port = await startGateway();
    for (const [headers, expected] of [
      [SYSTEM, limit],
      [{}, without],
    ] as const) {
      const [shown, , , under] = limitHeaders(await send(port, 5, path, { method, headers }));
      expect([shown, under]).toEqual([expected, context]);
    }
  });

  it('D13.10 given leads with and without a system, then they count together, and global requests are served', async () => {
    const port = await startGateway();
    const post = (headers: Record<string, string>) => send(port, FEW_LEADS, '/v1/events', { method: 'POST', headers });
    const replies: Reply[] = [];
    for (const headers of [SYSTEM, {}, SYSTEM, {}, SYSTEM, {}]) replies.push(await post(headers));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(Number(replies[5]!.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await send(port, FEW_LEADS, '/v1/people')).status).toBe(200);
  });

  it('three gateways under a flood admit at most a tenth over the limit, with few calls to auth', async () => {
    const ports = [await startGateway(), await startGateway(), await startGateway()];
    const served = countServed([...(await flood(ports, 5, 200)), ...(await flood(ports, 5, 200))]);
    expect(served).toBeGreaterThanOrEqual(225);
    expect(served).toBeLessThanOrEqual(275);
    expect(auth.asked).toBeLessThan(100);
  });

  it('a caller that continues after many refusals is delayed, and no other caller is', async () => {
    const port = await startGateway();
    await flood([port], 5, 60, '/v1/notes');
    let ended = false;
    const began = performance.now();
    const held = send(port, 5, '/v1/notes', { method: 'POST', body: '{' }).finally(() => (ended = true));
    expect([(await send(port, 5, '/v1/people')).status, (await send(port, 6, '/v1/notes')).status, ended]).toEqual([
      200,
      200,
      false,
    ]);
    const reply = await held;
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(reply).toMatchObject({
      status: 429,
      headers: { 'retry-after': '8', 'x-ratelimit-context': 'notes' },
      body: { errorCode: 'RATE_LIMITED' },
    });
    const waiting = send(port, 5, '/v1/notes');
    await send(port, 6, '/v1/people');
    const stopping = performance.now();
    for (const pauses of allPauses) pauses.stop();
    expect((await waiting).status).toBe(429);
    expect(performance.now() - stopping).toBeLessThan(800);
  });

  it('an account at its limit does not delay others', async () => {
    const port = await startGateway();
    let release = (): void => undefined;
    auth.slow = new Promise((resolve) => (release = resolve));
    const held = send(port, 9, '/v1/people');
    expect(countServed(await flood([port], 5, 50))).toBe(50);
    release();
    expect((await held).status).toBe(200);
  });

  it('rejected requests count and have the headers too; unauthenticated requests have none', async () => {
    const port = await startGateway();
    const broken = await send(port, 5, '/v1/notes', { method: 'POST', body: '{' });
    expect([broken.status, ...limitHeaders(broken)]).toEqual([400, '10', '9', '10', 'notes']);
    const wrongKey = await send(port, 5, '/v1/people', { headers: { ...SYSTEM, 'x-system-key': 'wrong' } });
    expect([wrongKey.status, limitHeaders(wrongKey)[0]]).toEqual([401, '125']);
    expect(limitHeaders(await send(port, 'nobody', '/v1/people'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('given no limits, then no grants are requested and all requests are served', async () => {
    const port = await startGateway();
    const replies = await flood([port], FREE_ACCOUNT, 300);
    expect([countServed(replies), auth.asked]).toEqual([300, 0]);
    expect(limitHeaders(replies[0]!)).toEqual(['2147483647', '2147483647', '10', 'global']);
  });

  it('given auth is unavailable, then this gateway counts alone up to the limit, and retries after a second', async () => {
    const port = await startGateway();
    await send(port, 5, '/v1/me');
    auth.away = true;
    expect(countServed(await flood([port], 5, 25, '/v1/notes'))).toBe(10);
    auth.away = false;
    clock.advance(1_001);
    expect((await send(port, 5, '/v1/notes')).status).toBe(200);
  });

  it('given auth is unavailable, then cached limits apply, and unknown ones are requested again soon', async () => {
    const port = await startGateway();
    await send(port, FREE_ACCOUNT, '/v1/me');
    auth.away = true;
    clock.advance(2_000);
    expect(countServed(await flood([port], FREE_ACCOUNT, 300))).toBe(300);
    const other = await startGateway();
    expect(limitHeaders(await send(other, FREE_ACCOUNT, '/v1/me'))[0]).toBe('250');
    auth.away = false;
    clock.advance(250);
    await send(other, FREE_ACCOUNT, '/v1/me');
    expect(limitHeaders(await send(other, FREE_ACCOUNT, '/v1/me'))[0]).toBe('2147483647');
  });

  it('GET /v1/rateLimit/limits and /usage respond to a registered system', async () => {
    const port = await startGateway();
    const alone = await send(port, 5, '/v1/rateLimit/limits', { headers: {} });
    expect([alone.status, alone.body['errorCode']]).toEqual([400, 'SYSTEM_REQUIRED']);
    await send(port, 5, '/v1/notes');
    const { body } = await send(port, 5, '/v1/rateLimit/limits');
    expect(body['limits']).toContainEqual({ context: 'notes', limit: 10, window: 10 });
    expect(body['limits']).toContainEqual({ context: 'POST.events', limit: 5_000, window: 10 });
    const usage = await send(port, 5, '/v1/rateLimit/usage');
    expect(usage.body['usage'].contexts).toContainEqual({
      context: 'notes',
      limit: 10,
      window: 10,
      used: 1,
      remaining: 9,
    });
    expect((await send(port, 5, '/v1/rateLimit/usage', { method: 'POST' })).status).toBe(405);
  });

  it('D3.7 given a registered system, then limits and usage have the keys that clients read', async () => {
    const port = await startGateway();
    await send(port, 5, '/v1/notes');
    const currentLimits = {
      across_all_accounts: { default: null },
      per_account: expect.objectContaining({ default: expect.any(Number), notes: 10 }),
    };
    const limits = await send(port, 5, '/v1/rateLimit/limits');
    expect(limits.body).toMatchObject({ system: expect.any(String), current_limits: currentLimits });
    const { body } = await send(port, 5, '/v1/rateLimit/usage');
    expect(body).toMatchObject({
      system: limits.body['system'],
      period: '10 seconds',
      usage: {
        total_requests: expect.any(Number),
        rate_limited_requests: null,
        rate_limit_percentage: null,
        peak_hour: null,
        current_limits: currentLimits,
      },
    });
  });
});
