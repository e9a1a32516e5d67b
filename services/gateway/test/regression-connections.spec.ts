import { clientNetwork } from '@porchlight/limits';
import { once } from 'node:events';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { connect, type Socket } from 'node:net';
import { createClientAddressReader } from '../src/client-address';
import { limitConnections } from '../src/connections';
import { getLimitContext } from '../src/limits/limit-context';
import { withoutOrigin } from '../src/servers';

describe('connections of one network', () => {
  const servers: Listening[] = [];
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) void server.stop();
  });
  const start = async (trusted: boolean): Promise<{ port: number; refused: () => number }> => {
    let refused = 0;
    const started = await listen((_req, res) => void res.end('ok'));
    limitConnections({ maxPerNetwork: 2, trusted: () => trusted, onRefused: () => (refused += 1) })(started.server);
    servers.push(started);
    return { port: started.port, refused: () => refused };
  };
  const open = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };

  it('are closed beyond the limit, and accepted again when others end', async () => {
    const { port, refused } = await start(false);
    const [first] = [await open(port), await open(port)];
    const third = await open(port);
    await once(third, 'close');
    expect(refused()).toBe(1);
    first!.destroy();
    await once(first!, 'close');
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.text()).toBe('ok');
  });

  it('do not apply to a trusted proxy', async () => {
    const { port, refused } = await start(true);
    for (let n = 0; n < 5; n++) await open(port);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(refused()).toBe(0);
  });
});

it('reads an absolute request target as its path, so that it counts in its own context (hardening L5)', () => {
  expect(withoutOrigin('https://api.example.test/v1/notes?x=1')).toBe('/v1/notes?x=1');
  expect(withoutOrigin('HTTP://x')).toBe('/');
  expect(withoutOrigin('/v1/notes')).toBe('/v1/notes');
  const originalUrl = withoutOrigin('https://api.example.test/v1/notes');
  expect(getLimitContext({ method: 'GET', originalUrl } as never)).toBe('notes');
});

it('uses X-Forwarded-For of trusted proxies only, and reports it from others (hardening H3, H4)', () => {
  const untrusted: string[] = [];
  const getClientAddress = createClientAddressReader({
    trusted: (peer) => peer === '10.0.0.1',
    hops: 1,
    onUntrusted: (peer) => untrusted.push(peer),
  });
  const from = (remoteAddress: string, forwarded?: string) =>
    getClientAddress({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as never);
  expect(clientNetwork(from('10.0.0.1', 'spoofed, 2001:db8::7'))).toBe('2001:db8:0:0::/64');
  expect(from('192.0.2.1', '198.51.100.1')).toBe('192.0.2.1');
  expect(from('192.0.2.1')).toBe('192.0.2.1');
  expect(untrusted).toEqual(['192.0.2.1']);
});
