import { refuse } from '@porchlight/errors';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEdgeApp } from './edge-app';

test('a 401 challenges clients by Basic, bearers by Bearer, and never makes a browser ask over its page', async () => {
  const options = { now: () => 0, requestId: () => 'r', served: () => undefined, fault: () => undefined };
  const app = createEdgeApp(options, (mounted) => {
    mounted.use(() => {
      throw refuse('UNAUTHENTICATED');
    });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const challenge = async (headers: Record<string, string>): Promise<string | null> =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/people`, { headers })).headers.get('www-authenticate');
  expect(await challenge({})).toBe('Basic realm="Porchlight", charset="UTF-8"');
  expect(await challenge({ authorization: 'Basic eDo=' })).toContain('Basic');
  expect(await challenge({ authorization: 'Bearer x' })).toBe('Bearer error="invalid_token"');
  expect(await challenge({ 'sec-fetch-dest': 'empty' })).toBe('Bearer realm="Porchlight"');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
