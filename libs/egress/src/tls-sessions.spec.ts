import { HOUR_MS } from '@porchlight/runtime';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { createCertificates, type Certificates } from '@porchlight/testkit';
import { parseAllowList } from './allow-list';
import { createEgressClient } from './egress-client';
import { TlsSessions } from './tls-sessions';

describe('TLS sessions', () => {
  test('When an hour has passed since the full handshake, Then no session is resumed', () => {
    const sessions = new TlsSessions();
    sessions.keep('a:443', Buffer.from('1'), false, 0);
    sessions.keep('a:443', Buffer.from('2'), true, HOUR_MS - 1);
    expect(sessions.of('a:443', HOUR_MS - 1)?.toString()).toBe('2');
    expect(sessions.of('a:443', HOUR_MS)).toBeUndefined();
    sessions.keep('a:443', Buffer.from('3'), false, HOUR_MS);
    expect(sessions.of('a:443', HOUR_MS + 1)?.toString()).toBe('3');
  });

  test('When there are very many servers, Then the oldest sessions are evicted', () => {
    const sessions = new TlsSessions();
    for (let n = 0; n < 2_001; n++) sessions.keep(`${n}:443`, Buffer.from('s'), false, 0);
    expect([sessions.of('0:443', 1), sessions.of('1:443', 1)?.toString()]).toEqual([undefined, 's']);
  });

  describe('with a receiver that closes after each response', () => {
    let certificates: Certificates;
    let stranger: Certificates;
    let server: Server;
    let resumed: boolean[];
    beforeAll(
      async () => void ([certificates, stranger] = await Promise.all([createCertificates(), createCertificates()])),
    );
    beforeEach(() => void (resumed = []));
    afterEach(() => void server.close());

    const serve = async (
      { cert, key }: Certificates,
      port = 0,
      maxVersion: SecureVersion = 'TLSv1.3',
    ): Promise<number> => {
      server = createServer({ cert, key, maxVersion }, (request, response) => {
        resumed.push((request.socket as TLSSocket).isSessionReused());
        response.setHeader('connection', 'close').end('ok');
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    };

    const client = () =>
      createEgressClient({
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        allowList: parseAllowList(['localhost', 'elsewhere.test']),
        timeoutMs: 500,
        connectTimeoutMs: 1_000,
        totalTimeoutMs: 2_000,
        connectionsPerOrigin: 1,
        extraCa: certificates.ca,
      });

    test.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])(
      'When it speaks %s and is called again, Then the session is resumed; under a name that its certificate lacks it is not',
      async (version) => {
        const port = await serve(certificates, 0, version);
        const sender = client();
        for (let n = 0; n < 3; n++)
          expect(await sender.post(`https://localhost:${port}/`, {}, '{}')).toMatchObject({
            kind: 'answered',
            status: 200,
          });
        expect(resumed).toEqual([false, true, true]);
        for (let n = 0; n < 2; n++)
          expect(await sender.post(`https://elsewhere.test:${port}/`, {}, '{}')).toEqual({
            kind: 'failed',
            error: 'tls',
          });
        expect(resumed).toHaveLength(3);
        await sender.close();
      },
    );

    test('When another server replaced it, Then its certificate is checked', async () => {
      const port = await serve(certificates);
      const sender = client();
      await sender.post(`https://localhost:${port}/`, {}, '{}');
      await new Promise((resolve) => server.close(resolve));
      await serve(stranger, port);
      expect(await sender.post(`https://localhost:${port}/`, {}, '{}')).toEqual({ kind: 'failed', error: 'tls' });
      expect(resumed).toEqual([false]);
      await sender.close();
    });
  });
});
