import { DAY_MS } from '@porchlight/runtime';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { createCertificates, freePort, startReceiver, type Certificates } from '@porchlight/testkit';
import { parseAllowList } from './allow-list';
import { checkUrl } from './check-url';
import type { Lookup } from './resolve-host';
import { maskError } from './mask-error';
import { answered, failed, toPublic, useClients } from '../test/egress-harness';

/** Malicious receivers. */
describe('The egress client with hostile receivers', () => {
  let certificates: Certificates;
  const open: (() => unknown)[] = [];
  beforeAll(async () => void (certificates = await createCertificates()));
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  const client = useClients(() => certificates.ca);

  /** A TLS server that calls `behave` after the first bytes of a request. Returns its URL. */
  const receive = async (
    behave: (socket: TLSSocket) => void,
  ): Promise<{ url: string; port: number; connections: () => number }> => {
    const sockets = new Set<TLSSocket>();
    let connections = 0;
    const server: Server = createServer({ cert: certificates.cert, key: certificates.key }, (socket) => {
      connections++;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => behave(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    return { url: `https://localhost:${port}`, port, connections: () => connections };
  };

  /** Writes as long as the client reads. */
  const pour = (socket: TLSSocket, chunk: Buffer | string): void => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  };

  const timed = async <T>(work: Promise<T>): Promise<{ outcome: T; ms: number }> => {
    const started = performance.now();
    return { outcome: await work, ms: performance.now() - started };
  };

  test('When the response never ends, Then 20 kB of it are returned and the connection is closed', async () => {
    const { url } = await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n');
      pour(socket, 'x'.repeat(65_536));
    });
    const { outcome, ms } = await timed(client().post(url));
    expect(outcome).toMatchObject(answered(200));
    expect(outcome.kind === 'answered' && outcome.response.length).toBe(20_000);
    expect(ms).toBeLessThan(2_000);
  });

  test('When the response is a gzip bomb, Then it is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'bomb'));
    const { url } = await receive((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const outcome = await client().post(url);
    expect(outcome).toMatchObject(answered(200));
    expect(outcome.kind === 'answered' && outcome.response.length).toBeLessThanOrEqual(20_000);
    expect(outcome.kind === 'answered' && outcome.response).not.toContain('bombbomb');
  });

  test('When the head arrives byte by byte, Then the request times out', async () => {
    const { url } = await receive((socket) => {
      const head = 'HTTP/1.1 200 OK\r\n';
      let at = 0;
      const timer = setInterval(() => socket.write(head[at++] ?? 'x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const { outcome, ms } = await timed(client({ totalTimeoutMs: 300 }).post(url));
    expect(outcome).toEqual(failed('timeout'));
    expect(ms).toBeLessThan(1_500);
  });

  test('When the body arrives byte by byte, Then the status counts and reading ends', async () => {
    const { url } = await receive((socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\n\r\n');
      const timer = setInterval(() => socket.write('y'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const { outcome, ms } = await timed(client({ totalTimeoutMs: 300 }).post(url));
    expect(outcome).toMatchObject(answered(202));
    expect(ms).toBeLessThan(2_500);
  });

  test('When there are too many headers, Then the outcome is bad-answer', async () => {
    const { url } = await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x-flood: ${'a'.repeat(1_000)}\r\n`);
    });
    const { outcome, ms } = await timed(client().post(url));
    expect(outcome).toEqual(failed('bad-answer'));
    expect(ms).toBeLessThan(1_500);
  });

  test('When the response is not HTTP, Then the outcome is bad-answer', async () => {
    const { url } = await receive((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(await client().post(url)).toEqual(failed('bad-answer'));
  });

  test('When a name has a public and a private address, Then no connection is opened', async () => {
    const { port, connections } = await receive((socket) => socket.end());
    for (const answers of [
      ['93.184.216.34', '127.0.0.1'],
      ['2606:4700::1111', '::1'],
      ['127.0.0.1', '93.184.216.34'],
    ]) {
      const lookup: Lookup = async () => answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      expect(await client({ lookup }, []).post(`https://both.example.com:${port}/`)).toEqual(failed('address-refused'));
    }
    expect(connections()).toBe(0);
  });

  test.each([
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.0.0.1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://user:secret@127.0.0.1/',
    'https://0/',
  ])('When the address is spelled %s, Then it is refused as what it is', async (url) => {
    expect(await client({}, []).post(url)).toEqual(failed('address-refused'));
  });

  test.each([1, 22, 25, 80, 6379, 8443, 27017])(
    'When a public host is asked at port %d, Then it is refused',
    async (port) => {
      expect(await client({ lookup: toPublic }, []).post(`https://hooks.example.com:${port}/`)).toEqual(
        failed('address-refused'),
      );
    },
  );

  test('When the name ends in a dot, Then address check and certificate use the name without it', async () => {
    const { port } = await receive((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    expect(await client().post(`https://localhost.:${port}/`)).toMatchObject(answered(200));
    expect(await client({}, []).post(`https://localhost.:${port}/`)).toEqual(failed('address-refused'));
  });

  test('When the URL is not https, Then nothing is sent', async () => {
    const { port, connections } = await receive((socket) => socket.end());
    expect((await client().post(`http://localhost:${port}/`)).kind).toBe('failed');
    expect((await client().post('nowhere')).kind).toBe('failed');
    expect(connections()).toBe(0);
  });

  test.each([
    ['has expired', ['localhost'], { validFromMs: -3 * DAY_MS, validToMs: -DAY_MS }, true],
    ['is not valid yet', ['localhost'], { validFromMs: DAY_MS, validToMs: 2 * DAY_MS }, true],
    ['is for another name', ['hooks.example.com'], {}, true],
    ['is self-signed', ['localhost'], { selfSigned: true }, false],
    ['is from an unknown CA', ['localhost'], {}, false],
  ])(
    'When the certificate %s, Then nothing is sent, even if its CA is trusted',
    async (_what, names, options, trusted) => {
      const shown = await createCertificates(names, options);
      const receiver = await startReceiver({ certificates: shown });
      open.push(() => receiver.stop());
      expect(await client(trusted ? { extraCa: shown.ca } : {}).post(receiver.url)).toEqual(failed('tls'));
      expect(receiver.requests).toHaveLength(0);
    },
  );

  test.each([
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['plain http of the metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['this machine', 'https://127.0.0.1/'],
    ['another scheme', 'file:///etc/passwd'],
  ])('When the answer redirects to %s, Then it is the answer, and nothing goes there', async (_what, location) => {
    const asked: string[] = [];
    const lookup: Lookup = async (host) => {
      asked.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const redirect = `HTTP/1.1 307 Temporary Redirect\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`;
    const { url, connections } = await receive((socket) => socket.end(redirect));
    expect(await client({ lookup }).post(url)).toMatchObject(answered(307));
    expect(connections()).toBe(1);
    expect(asked).toEqual(['localhost']);
  });

  test('When the name resolves publicly at the check and internally at the connection, Then the connection is refused (DNS rebinding)', async () => {
    const { port, connections } = await receive((socket) => socket.end());
    const answers = ['93.184.216.34', '127.0.0.1'];
    let asked = 0;
    const lookup: Lookup = async () => [{ address: answers[Math.min(asked++, 1)]!, family: 4 }];
    expect(
      await checkUrl('https://rebind.example.com/', { lookup, allowList: parseAllowList([]), timeoutMs: 500 }),
    ).toBeUndefined();
    expect(await client({ lookup }, []).post(`https://rebind.example.com:${port}/`)).toEqual(failed('address-refused'));
    expect(connections()).toBe(0);
  });

  test.each([
    'metadata.google.internal',
    'db.corp',
    'printer.local',
    'nas.lan',
    'router.home.arpa',
    'x.localhost',
    'intranet',
    'PRINTER.LOCAL.',
  ])('When the name is an inner one, %s, Then it is refused, though it resolves to a public address', async (host) => {
    expect(await client({ lookup: toPublic }, []).post(`https://${host}/`)).toEqual(failed('address-refused'));
  });

  test('When the name is blocked, refused, timed out, silent or unknown, Then callers see the same error', async () => {
    const gone = await receive(() => undefined);
    const refusedUrl = `https://localhost:${await freePort()}`;
    const silent = createTcpServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    open.push(() => new Promise((resolve) => silent.close(resolve)));
    const silentUrl = `https://localhost:${(silent.address() as AddressInfo).port}`;
    const unknown: Lookup = async () => Promise.reject(new Error('ENOTFOUND'));
    const outcomes = {
      blocked: await client({}, []).post(gone.url),
      'blocked by its port': await client({ lookup: toPublic }, []).post('https://hooks.example.com:22/', {}, '{}'),
      refused: await client().post(refusedUrl),
      'timed out': await client({ totalTimeoutMs: 200 }).post(gone.url),
      silent: await client({ connectTimeoutMs: 100 }).post(silentUrl),
      unknown: await client({ lookup: unknown }).post('https://nowhere.example.com/'),
    };
    const words = Object.fromEntries(
      Object.entries(outcomes).map(([name, outcome]) => [
        name,
        outcome.kind === 'failed' ? outcome.error : outcome.kind,
      ]),
    );
    // The service itself knows the precise error.
    expect(words).toEqual({
      blocked: 'address-refused',
      'blocked by its port': 'address-refused',
      refused: 'refused',
      'timed out': 'timeout',
      silent: 'connect-timeout',
      unknown: 'dns',
    });
    expect(new Set(Object.values(words).map(maskError))).toEqual(new Set(['no-answer']));
    expect(['tls', 'reset', 'bad-answer'].map(maskError)).toEqual(['tls', 'reset', 'bad-answer']);
  });
});
