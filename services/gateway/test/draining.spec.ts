import express from 'express';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { startTestServers, type TestServers } from './start-gateway-servers';

let servers: TestServers;
let agent: Agent;
let hold: PromiseWithResolvers<void>;
let arrived: PromiseWithResolvers<void>;

beforeEach(async () => {
  hold = Promise.withResolvers<void>();
  arrived = Promise.withResolvers<void>();
  const app = express();
  app.get('/quick', (_request, response) => void response.send('quick'));
  app.get('/slow', (_request, response) => {
    arrived.resolve();
    void hold.promise.then(() => response.send('slow'));
  });
  servers = await startTestServers(app);
  agent = new Agent({ ca: servers.ca, keepAlive: true, maxSockets: 1 });
});
afterEach(() => {
  hold.resolve();
  agent.destroy();
});

const send = (path: string): ClientRequest => {
  const sent = request({ host: 'localhost', port: servers.port, path, agent });
  sent.end();
  return sent;
};
const get = async (path: string): Promise<IncomingMessage> => {
  const [answer] = (await once(send(path), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
};

it('while draining every response closes its connection and new connections are served; afterwards none are accepted', async () => {
  expect((await get('/quick')).headers.connection).toBe('keep-alive');
  const never = new AbortController().signal;
  const stopped = servers.stop(never, 400);
  for (let i = 0; i < 3; i++) {
    const { statusCode, headers } = await get('/quick');
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
  }
  await stopped;
  await expect(get('/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('completes running requests, also after it has closed', async () => {
  const slow = get('/slow');
  await arrived.promise;
  let ended = false;
  const stopped = servers.stop(new AbortController().signal, 0).then(() => (ended = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ended).toBe(false);
  hold.resolve();
  expect((await slow).statusCode).toBe(200);
  agent.destroy();
  await stopped;
});
