import type { Actor } from '@porchlight/access';
import {
  getActor,
  createEdgeApp,
  createRouteTable,
  createListGate,
  identifySystem,
  identifyUser,
  readBody,
  sendJson,
  type Credentials,
} from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import type { Request, Response } from 'express';
import type { RequestListener } from 'node:http';
import { addBatchRoute } from '../src/routes/batch';

const credentials: Credentials = {
  actorOfApiKey: async (key) =>
    /^\d+$/.test(key) ? ({ accountId: Number(key), userId: 1, role: 'Owner' } satisfies Actor) : undefined,
  verifySystem: async (name, key) => (name === 'Demo' && key === 'right' ? { name: 'Demo' } : undefined),
};

let server: Listening;
let running = 0;
let most = 0;
let counted = 0;

beforeAll(async () => {
  const user = identifyUser(credentials, () => {
    counted += 1;
    if (counted > 200) throw refuse('RATE_LIMITED', { seconds: 3 });
  });
  const system = identifySystem(credentials, false);
  const gate = createListGate({ what: 'batches', maxPerAccount: 2, maxPerService: 8 });
  const largeBody = readBody({ limit: LIMITS.largeBodyBytes.value });
  const table = createRouteTable();
  const app: RequestListener = createEdgeApp(
    {
      now: () => 0,
      requestId: () => 'r',
      served: () => undefined,
      fault: () => undefined,
      identify: user,
      api: [table.handler],
    },
    () => undefined,
  );
  addBatchRoute(table, app, { user, system, largeBody, gate });
  table.add('ALL', '/echo', user, readBody(), system, async (req: Request, res: Response) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    const { accountId, system: name } = getActor(req);
    const { 'idempotency-key': key, 'if-match': tag } = req.headers;
    sendJson(
      res,
      200,
      { method: req.method, accountId, system: name, query: req.originalUrl, body: req.body as unknown, key, tag },
      { ETag: '"1"' },
    );
  });
  table.add('GET', '/large', user, (_req: Request, res: Response) => sendJson(res, 200, 'x'.repeat(1_000_000)));
  table.add('GET', '/none', user, (_req: Request, res: Response) => void res.writeHead(304).end());
  table.add('GET', '/fault', user, () => {
    throw new Error('secret');
  });
  server = await listen(app);
});

afterAll(() => server.stop());

beforeEach(() => {
  counted = most = 0;
});

const send = async (
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<{ status: number; headers: Headers; body: any }> => {
  const answer = await fetch(`${server.url}/v1/batch`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from('7:').toString('base64')}`,
      'content-type': 'application/json',
      'x-system': 'Demo',
      'x-system-key': 'right',
      ...headers,
    },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: JSON.parse((await answer.text()) || 'null') as unknown,
  };
};

const echo = (more: object = {}): object => ({ method: 'GET', path: '/v1/echo', ...more });

test('responses are in the order of the requests, each with its own status, headers and body, for the caller and system of the batch', async () => {
  const { status, body } = await send({
    requests: [
      echo({ path: '/v1/echo?a=%26b&c=d' }),
      echo({ method: 'POST', body: { a: [1, 'ü'] }, headers: { 'If-Match': '"5"' } }),
      { method: 'GET', path: '/v1/missing' },
      { method: 'GET', path: '/v1/none' },
      { method: 'GET', path: '/v1/fault' },
      echo({ method: 'HEAD' }),
    ],
  });
  expect(status).toBe(207);
  expect(body.responses.map((one: { status: number }) => one.status)).toEqual([200, 200, 404, 304, 500, 200]);
  expect(body.responses[0]).toEqual({
    status: 200,
    headers: { etag: '"1"', 'x-request-id': 'r' },
    body: { method: 'GET', accountId: 7, system: 'Demo', query: '/v1/echo?a=%26b&c=d', body: {} },
  });
  expect(body.responses[1].body).toMatchObject({ body: { a: [1, 'ü'] }, tag: '"5"', system: 'Demo' });
  expect(body.responses[3].body).toBeNull();
  expect(JSON.stringify(body.responses[4])).not.toContain('secret');
});

test('a successful batch is a 200; fifty requests are allowed, run a few at a time, and each counts', async () => {
  const { status, body } = await send({
    requests: Array.from({ length: 50 }, (_, n) => echo({ path: `/v1/echo?n=${n}` })),
  });
  expect(status).toBe(200);
  expect(body.responses.map((one: { body: { query: string } }) => one.body.query)).toEqual(
    Array.from({ length: 50 }, (_, n) => `/v1/echo?n=${n}`),
  );
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
  expect(counted).toBe(51);
});

test('only requests over the limit are rejected', async () => {
  counted = 190;
  const { status, body } = await send({ requests: Array.from({ length: 20 }, () => echo()) });
  const statuses = body.responses.map((one: { status: number }) => one.status);
  expect([
    status,
    statuses.filter((one: number) => one === 200).length,
    statuses.filter((one: number) => one === 429).length,
  ]).toEqual([207, 9, 11]);
  expect(body.responses.find((one: { status: number }) => one.status === 429).headers['retry-after']).toBe('3');
});

test('the key of the batch applies to every POST in it without its own key', async () => {
  const { body } = await send(
    { requests: [echo({ method: 'POST' }), echo({ method: 'POST', headers: { 'Idempotency-Key': 'own' } }), echo()] },
    { 'idempotency-key': 'batch' },
  );
  expect(body.responses.map((one: { body: { key?: string } }) => one.body.key)).toEqual(['batch#0', 'own', undefined]);
});

test.each([
  ['a batch', { path: '/v1/batch' }],
  ['a batch, spelled otherwise', { path: '/v1/BATCH/' }],
  ['a batch, encoded', { path: '/v1/%62atch' }],
  ['a batch, round about', { path: '/v1/x/../batch?y=1' }],
  ['another host', { path: 'https://example.test/v1/echo' }],
  ['another host without scheme', { path: '//example.test/v1/echo' }],
  ['a path elsewhere', { path: '/oauth/token' }],
  ['no path', { path: 'v1' }],
  ['another method', { method: 'PATCH' }],
  ['a header that is not its own', { headers: { Authorization: 'Basic OTo=' } }],
  ['an unknown field', { url: '/v1/echo' }],
  ['a header that is no text', { headers: { 'If-Match': 5 } }],
])('a request with %s is rejected with a reason and does not affect others', async (_what, wrong) => {
  const { status, body } = await send({ requests: [echo(), echo({ method: 'POST', ...wrong }), echo()] });
  expect([status, ...body.responses.map((one: { status: number }) => one.status)]).toEqual([207, 200, 400, 200]);
  expect(body.responses[1].body).toMatchObject({ errorCode: 'INVALID_BODY', errorMessage: expect.any(String) });
  // D13.10: every 400 has problems, also that of an item.
  expect(body.responses[1].body.problems[0]).toMatchObject({ code: 'INVALID', message: expect.any(String) });
});

test('given responses that reach 4 MiB, when requests of the batch remain, then they are rejected and not executed', async () => {
  const { status, body } = await send({ requests: Array.from({ length: 30 }, () => echo({ path: '/v1/large' })) });
  const statuses = body.responses.map((one: { status: number }) => one.status);
  expect(status).toBe(207);
  // At most seven others were already running when the limit was reached.
  expect(statuses.filter((one: number) => one === 200).length).toBeLessThanOrEqual(5 + 7);
  expect(statuses.at(-1)).toBe(400);
  expect(body.responses.at(-1).body).toMatchObject({
    errorCode: 'RESPONSE_TOO_LARGE',
    errorMessage: expect.stringContaining('4 MiB'),
  });
  expect(counted).toBe(1 + statuses.filter((one: number) => one === 200).length);
});

test.each([
  ['fifty-one', { requests: Array.from({ length: 51 }, () => echo()) }],
  ['none', { requests: [] }],
  ['no list', { requests: {} }],
  ['nothing', {}],
  ['a list', []],
  ['unknown fields', { requests: [echo()], parallel: true }],
])('a body with %s is a 400 as a whole', async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_BODY' } });
  expect(counted).toBe(1);
});

test('other methods are a 405, bad credentials a 401', async () => {
  const other = await send(undefined, {}, 'GET');
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await send({ requests: [echo()] }, { authorization: 'Basic eDo=' })).status).toBe(401);
});
