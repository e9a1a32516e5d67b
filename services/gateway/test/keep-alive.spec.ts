import express from 'express';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { configSchema } from '../src/config';
import { startTestServers, type TestServers } from './start-gateway-servers';

let servers: TestServers | undefined;
afterEach(() => servers?.stop(AbortSignal.abort(), 0));

const start = async (config: Parameters<typeof startTestServers>[1] = {}): Promise<void> => {
  const app = express();
  app.get('/', (req, res) => void res.send(String(req.socket.remotePort)));
  servers = await startTestServers(app, config);
};
const createAgent = (): Agent => new Agent({ ca: servers!.ca, keepAlive: true, maxSockets: 1 });
const get = async (agent: Agent): Promise<{ headers: IncomingMessage['headers']; connection: string }> => {
  const sent = request({ host: 'localhost', port: servers!.port, agent }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await answer.setEncoding('utf8').toArray()).join('');
  return { headers: answer.headers, connection: text };
};

it('a connection is reused, and clients receive its keep-alive timeout', async () => {
  const { GATEWAY_KEEP_ALIVE_MS, GATEWAY_REQUESTS_PER_CONNECTION } = configSchema.shape;
  const defaults = {
    GATEWAY_KEEP_ALIVE_MS: GATEWAY_KEEP_ALIVE_MS.parse(undefined),
    GATEWAY_REQUESTS_PER_CONNECTION: GATEWAY_REQUESTS_PER_CONNECTION.parse(undefined),
  };
  await start(defaults);
  const agent = createAgent();
  const [one, two] = [await get(agent), await get(agent)];
  agent.destroy();
  expect(two.connection).toBe(one.connection);
  // Longer than the minute after which balancers close idle connections: they close first.
  expect(one.headers['keep-alive']).toMatch(/^timeout=65(, max=10000)?$/);
});

it('an idle connection is closed after the timeout, not before', async () => {
  await start({ GATEWAY_KEEP_ALIVE_MS: 300 });
  const socket = await servers!.connectTls();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const answered = performance.now();
  await once(socket.resume(), 'close');
  expect(performance.now() - answered).toBeGreaterThan(300);
});

it('after the maximum number of requests the last response closes the connection, and the next request opens a new one', async () => {
  await start({ GATEWAY_REQUESTS_PER_CONNECTION: 3 });
  const agent = createAgent();
  const replies = [];
  for (let nth = 0; nth < 7; nth += 1) replies.push(await get(agent));
  agent.destroy();
  expect(replies.map(({ headers }) => headers.connection)).toEqual([
    'keep-alive',
    'keep-alive',
    'close',
    'keep-alive',
    'keep-alive',
    'close',
    'keep-alive',
  ]);
  expect(new Set(replies.map(({ connection }) => connection)).size).toBe(3);
});

it('a client that does not finish its headers gets 408 and is disconnected', async () => {
  await start();
  const socket = await servers!.connectTls();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  const began = performance.now();
  const [text] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  expect(text).toMatch(/^HTTP\/1\.1 408 [^]*"errorCode":"REQUEST_TIMEOUT"/);
  const ms = performance.now() - began;
  expect([ms > 9_000, ms < 20_000]).toEqual([true, true]);
  await once(socket.resume(), 'close');
});
