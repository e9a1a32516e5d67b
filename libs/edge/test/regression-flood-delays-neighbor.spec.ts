import { stages } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { createFairQueue } from '@porchlight/runtime';
import { addResourceRoutes, createRouteTable } from '../src';
import { type EdgeServer, OVERLOADED, routeOptions, startEdge, toRefusal } from './edge-server';

/** Regression: expensive requests of one account delayed the reads of all others by seconds. */
const COSTLY_MS = 20;
const READ_MS = 1;
const FLOOD = '1';
const NEIGHBOR = '2';
let server: EdgeServer;

beforeAll(async () => {
  // A backend that serves one request at a time, like the event loop of a service.
  let last: Promise<unknown> = Promise.resolve();
  const serve = (ms: number): Promise<unknown> =>
    (last = last.then(() => new Promise((resolve) => setTimeout(resolve, ms))));
  const sizes = { what: 'requests of this account', concurrent: 512, shareMs: 40 };
  const options = {
    ...routeOptions(),
    fairQueue: createFairQueue({ ...sizes, maxWaiting: 1_000, maxWaitingPerHolder: 60, maxWaitMs: 10_000 }),
    forward: async (
      _descriptor: unknown,
      _verb: unknown,
      _request: unknown,
      { actor }: { actor: { accountId: number } },
    ) => {
      await serve(actor.accountId === Number(FLOOD) ? COSTLY_MS : READ_MS);
      return { record: { id: 5, version: 1 }, created: false };
    },
  };
  const table = createRouteTable();
  addResourceRoutes(table, stages as unknown as Descriptor, options);
  server = await startEdge((app) => app.use('/v1', table.handler));
});
afterAll(() => server.stop());

const read = (key: string) => server.send('GET', '/v1/stages/5', { key });

it('given 60 expensive requests of one account, then a read of another account waits for a few of them at most', async () => {
  await read(NEIGHBOR);
  await read(FLOOD);
  const start = performance.now();
  const flood = Promise.all(Array.from({ length: 60 }, () => read(FLOOD)));
  const times: number[] = [];
  for (let nth = 0; nth < 20; nth++) {
    const began = performance.now();
    expect((await read(NEIGHBOR)).status).toBe(200);
    times.push(performance.now() - began);
  }
  expect((await flood).map(({ status }) => status)).toEqual(Array(60).fill(200));
  // Without turns the first read waits for the whole flood. A busy machine slows both.
  expect(Math.max(...times)).toBeLessThan((performance.now() - start) / 4);
});

it('given a full queue of one account, then its further requests get 503 with Retry-After and another account is served', async () => {
  await read(NEIGHBOR);
  const flood = Promise.all(Array.from({ length: 80 }, () => read(FLOOD)));
  expect((await read(NEIGHBOR)).status).toBe(200);
  const refused = (await flood).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused) expect(toRefusal(one)).toEqual(OVERLOADED);
});

it('given a client that disconnects while its request waits, then no fault is reported', async () => {
  await read(NEIGHBOR);
  const flood = Promise.all(Array.from({ length: 30 }, () => read(FLOOD)));
  const gone = new AbortController();
  const headers = { authorization: `Basic ${Buffer.from(`${FLOOD}:`).toString('base64')}` };
  const waiting = fetch(`http://127.0.0.1:${server.port}/v1/stages/5`, { headers, signal: gone.signal });
  const served = server.lines.length;
  await Promise.all([expect(waiting).rejects.toThrow(), read(NEIGHBOR).then(() => gone.abort())]);
  await flood;
  expect(server.lines.slice(served).filter(({ aborted }) => aborted === true)).toHaveLength(1);
  expect(server.faults).toEqual([]);
});
