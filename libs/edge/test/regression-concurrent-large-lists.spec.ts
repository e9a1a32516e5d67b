import { stages } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { createFairBudget, createListGate, addResourceRoutes, createRouteTable } from '../src';
import { type EdgeServer, OVERLOADED, routeOptions, startEdge, toRefusal } from './edge-server';

/** Regression: concurrent lists of several MiB each ended the process. */
const MIB = 1_048_576;
const budget = createFairBudget({ maxBytes: 4 * MIB, maxBytesPerHolder: 2 * MIB });
let running = 0;
let highest = 0;
let size = 100;
let server: EdgeServer;

beforeAll(async () => {
  const options = {
    ...routeOptions(),
    listGate: createListGate({ maxPerAccount: 2, maxPerService: 3 }),
    forward: async () => {
      running += 1;
      highest = Math.max(highest, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return { records: [{ id: 1, version: 1, name: 'x'.repeat(size) }] };
    },
  };
  const table = createRouteTable();
  addResourceRoutes(table, stages as unknown as Descriptor, options);
  server = await startEdge((app) => app.use('/v1', table.handler), { delivery: { budget, slowReaderMs: 5_000 } });
});
afterAll(() => server.stop());
beforeEach(() => {
  highest = 0;
  size = 100;
});

const list = (key = '7') => server.send('GET', '/v1/stages', { key });

it('serves two lists of an account and three of all accounts at a time; the others wait', async () => {
  const own = await Promise.all(Array.from({ length: 10 }, () => list()));
  expect(own.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(highest).toBe(2);
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => list(String(n + 1))));
  expect(all.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(highest).toBe(3);
});

it('returns 503 with Retry-After for a response that does not fit, never 500, and serves others', async () => {
  size = 3 * MIB;
  const refused = await list();
  expect(toRefusal(refused)).toEqual(OVERLOADED);
  size = MIB;
  expect((await list()).status).toBe(200);
  expect(server.faults).toEqual([]);
  while (budget.inUse() > 0) await new Promise((resolve) => setImmediate(resolve));
});
