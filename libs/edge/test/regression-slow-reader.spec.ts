import { once } from 'node:events';
import { connect } from 'node:net';
import { createFairBudget, sendJson } from '../src';
import { startEdge, type EdgeServer } from './edge-server';

/** Regression: a client that does not read its response held it forever. */
const budget = createFairBudget({ maxBytes: 64 * 1_048_576, maxBytesPerHolder: 64 * 1_048_576 });
const BYTES = 16 * 1_048_576;
let server: EdgeServer;

afterEach(() => server.stop());

const start = async (slowReaderMs: number): Promise<void> => {
  server = await startEdge((app) => app.get('/large', (_req, res) => sendJson(res, 200, { text: 'x'.repeat(BYTES) })), {
    delivery: { budget, slowReaderMs },
  });
};

it('closes the connection of a client that does not read, and releases its bytes', async () => {
  // 16 MiB at 128 bytes per ms would take 131 s: the test sets the time for the size to half a second.
  await start(-BYTES / 128);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  while (budget.inUse() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  while (budget.inUse() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.lines).toEqual([expect.objectContaining({ path: '/large', aborted: true })]);
  socket.destroy();
});

it('lets a reading client finish', async () => {
  await start(5_000);
  const { status, body } = await server.send('GET', '/large');
  expect([status, String(body['text']).length]).toEqual([200, BYTES]);
  while (budget.inUse() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});
