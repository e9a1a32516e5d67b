import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localGet } from './local-request';

describe('a request to this machine', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let url: string;
  beforeAll(async () => {
    server = createServer((_request, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('answers status and body', async () => {
    answer = (response) => response.writeHead(503).end('no');
    expect(await localGet(url)).toEqual({ status: 503, body: 'no' });
  });

  it('ends in time, also where bytes go on coming', async () => {
    const drips: NodeJS.Timeout[] = [];
    answer = (response) => void drips.push(setInterval(() => response.write('.'), 20));
    try {
      expect((await localGet(url, { timeoutMs: 200 })).status).toBe(0);
    } finally {
      drips.forEach(clearInterval);
    }
  });

  it('says that nothing answers', async () => {
    answer = (response) => response.destroy();
    expect((await localGet(url)).status).toBe(0);
    expect((await localGet('http://127.0.0.1:1/')).status).toBe(0);
  });
});
