import { LIMITS } from '@porchlight/limits';
import express, { type RequestHandler } from 'express';
import { request } from 'node:http';
import { createFairBudget, readBody, sendJson, withinBudget } from '../src';
import { readText } from '../src/read-text';
import { type EdgeServer, OVERLOADED, startEdge, toRefusal } from './edge-server';

/** Regression: ten concurrent bodies of 1 MiB without credentials ended the gateway. */
const MIB = 1_048_576;
const EMPTY_LISTS = Buffer.from(`[${'[],'.repeat(MIB / 3 - 2)}[]]`);
const JSON_TYPE = { 'content-type': 'application/json' };
const budget = createFairBudget({ maxBytes: MIB, maxBytesPerHolder: MIB / 2 });
let server: EdgeServer;
let release = Promise.withResolvers<void>();

beforeAll(async () => {
  server = await startEdge((app) => {
    app.post('/session', readBody({ limit: LIMITS.signInBodyBytes.value, budget }), (_req, res) =>
      sendJson(res, 200, {}),
    );
    const hold: RequestHandler = async (_req, res) => {
      await release.promise;
      sendJson(res, 200, {});
    };
    app.post(
      '/csv',
      readText('text/csv', (_req, _res, next) => next(), budget),
      hold,
    );
    app.post(
      '/form',
      withinBudget(express.text({ type: () => true, limit: MIB }), { budget, holder: () => 'form' }),
      hold,
    );
    app.post('/large', readBody({ limit: 5 * MIB }), (_req, res) => sendJson(res, 200, {}));
    app.post('/held', readBody({ budget, holder: (req) => String(req.headers['x-holder']) }), async (_req, res) => {
      await release.promise;
      sendJson(res, 200, {});
    });
  });
});
afterAll(() => server.stop());
beforeEach(() => void (release = Promise.withResolvers()));

const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  server.send('POST', path, { body, headers: { ...JSON_TYPE, ...headers } });

it('rejects a body over 16 KiB before authentication with 413', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => post('/session', EMPTY_LISTS)));
  for (const { status, body } of responses)
    expect([status, body['errorMessage']]).toEqual([
      413,
      `The body has ${EMPTY_LISTS.length} bytes; the limit is 16 KiB. Send less in one request.`,
    ]);
});

it.each([
  ['too many values', EMPTY_LISTS, 'values'],
  ['too many keys', Buffer.from(`{${Array.from({ length: 60_000 }, (_, n) => `"${n}":1`).join()}}`), 'values'],
  ['N6 1,001 keys', Buffer.from(`{${Array.from({ length: 1_001 }, (_, n) => `"${n}":1`).join()}}`), '1001 keys'],
  ['too many levels', Buffer.from('['.repeat(100_000)), 'levels'],
])('refuses %s in a few ms, without parsing them', async (_what, body, what) => {
  const before = process.memoryUsage().heapUsed;
  const { status, body: error } = await post('/large', body);
  expect([status, error['errorCode'], error['errorMessage']]).toEqual([
    400,
    'BODY_TOO_COMPLEX',
    expect.stringContaining(what),
  ]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20 * MIB);
});

it.each([
  ['1,001 keys', Array.from({ length: 1_001 }, (_, n) => `a[k${n}]=1`).join('&'), 'has 1001 keys in one object'],
  ['2,001 fields', Array.from({ length: 2_001 }, () => 'a[]=1').join('&'), 'The form has 2001 fields and files'],
])('N6 refuses a form with %s, naming the number and the limit', async (_what, form, message) => {
  const { status, body } = await post('/large', form, { 'content-type': 'application/x-www-form-urlencoded' });
  expect(status).toBe(400);
  expect(body['errorMessage']).toContain(message);
});

it('does not count commas and brackets inside text', async () => {
  const note = JSON.stringify({ body: '[,{"\\"'.repeat(50_000) });
  expect((await post('/large', note)).status).toBe(200);
});

it('returns 503 with Retry-After if the bodies of all requests exceed the budget, and serves again afterwards', async () => {
  // A parsed body counts three times: two of one holder do not fit, four of all holders.
  const body = JSON.stringify({ text: 'x'.repeat(100_000) });
  const held = ['a', 'b', 'c'].map((holder) => post('/held', body, { 'x-holder': holder }));
  while (budget.inUse() < 900_000) await new Promise((resolve) => setImmediate(resolve));
  const refused = await post('/held', body, { 'x-holder': 'd' });
  expect(toRefusal(refused)).toEqual(OVERLOADED);
  expect(refused.body['errorMessage']).toContain('1 MiB');
  release.resolve();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200]);
  while (budget.inUse() > 0) await new Promise((resolve) => setImmediate(resolve));
  expect((await post('/held', body, { 'x-holder': 'd' })).status).toBe(200);
});

it.each([
  ['/csv', 'text/csv'],
  ['/form', 'application/x-www-form-urlencoded'],
])('counts the bytes of %s bodies too', async (path, type) => {
  const body = 'x'.repeat(100_000);
  const first = post(path, body, { 'content-type': type });
  while (budget.inUse() < 300_000) await new Promise((resolve) => setImmediate(resolve));
  const refused = await post(path, body, { 'content-type': type });
  expect(toRefusal(refused)).toEqual(OVERLOADED);
  release.resolve();
  expect((await first).status).toBe(200);
  while (budget.inUse() > 0) await new Promise((resolve) => setImmediate(resolve));
});

it('limits one holder to its share of the budget', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(100_000) });
  const first = post('/held', body, { 'x-holder': 'a' });
  while (budget.inUse() < 300_000) await new Promise((resolve) => setImmediate(resolve));
  expect((await post('/held', body, { 'x-holder': 'a' })).status).toBe(503);
  const other = post('/held', body, { 'x-holder': 'b' });
  release.resolve();
  expect([(await first).status, (await other).status]).toEqual([200, 200]);
});

it('releases the bytes of a sender that disconnects', async () => {
  const sender = request({
    port: server.port,
    method: 'POST',
    path: '/held',
    headers: { ...JSON_TYPE, 'content-length': 500_000 },
  });
  sender.on('error', () => undefined);
  sender.write(Buffer.alloc(200_000, 0x20));
  while (budget.inUse() < 200_000) await new Promise((resolve) => setImmediate(resolve));
  sender.destroy();
  while (budget.inUse() > 0) await new Promise((resolve) => setImmediate(resolve));
});
