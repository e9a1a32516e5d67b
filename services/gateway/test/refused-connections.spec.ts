import { createEdgeApp, sendJson, type Served } from '@porchlight/edge';
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { startTestServers, type TestServers } from './start-gateway-servers';

const lines: Served[] = [];
const telling = { requestId: () => `r${lines.length}`, served: (line: Served) => void lines.push(line) };
let servers: TestServers;
let begun = Promise.withResolvers<void>();

beforeAll(async () => {
  const app = createEdgeApp({ ...telling, now: () => 0, fault: () => undefined }, (express) => {
    express.all(
      '/v1/echo',
      (req, res) => void req.resume().on('end', () => sendJson(res, 200, { method: req.method })),
    );
    express.get('/v1/endless', (_req, res) => {
      res.writeHead(200).write('{');
      begun.resolve();
    });
  });
  servers = await startTestServers(app, {}, telling);
});
beforeEach(() => void (lines.length = 0));
afterAll(() => servers.stop(AbortSignal.abort(), 0));

/** Reads until the connection is closed without an error; a reset fails. */
const readAll = async (socket: TLSSocket): Promise<string> => (await socket.setEncoding('utf8').toArray()).join('');
const send = async (...parts: string[]): Promise<string> => {
  const socket = await servers.connectTls();
  for (const part of parts) socket.write(part);
  return readAll(socket);
};
const parse = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...headers] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers.map((line) => line.toLowerCase().split(': '))) as Record<string, string>,
    body: JSON.parse(body) as Record<string, string>,
  };
};
const HOST = 'Host: localhost\r\n';

describe('invalid HTTP requests', () => {
  it.each([
    ['a long address', `GET /v1/echo?q=${'x'.repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['a long header', `GET /v1/echo HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['many headers', `GET /v1/echo HTTP/1.1\r\n${HOST}${'X-One: 1234567890\r\n'.repeat(1_500)}\r\n`],
    [
      'headers that go on and on',
      `GET /v1/echo HTTP/1.1\r\n${HOST}${`X-One: ${'x'.repeat(1_000)}\r\n`.repeat(1_000)}\r\n`,
    ],
  ])('%s: 431 in the shape of all errors, and the connection is closed', async (_name, text) => {
    const { status, headers, body } = parse(await send(text));
    expect([status, headers['content-type'], headers['connection']]).toEqual([
      431,
      'application/json; charset=utf-8',
      'close',
    ]);
    expect(body).toEqual({
      errorMessage: expect.stringContaining('16 KiB'),
      errorCode: 'HEADERS_TOO_LARGE',
      requestId: headers['x-request-id'],
    });
    expect(lines.map(({ status: logged, outcome }) => [logged, outcome])).toEqual([[431, 'HEADERS_TOO_LARGE']]);
  });

  it.each([
    ['no HTTP at all', 'Good day\r\n\r\n'],
    ['an unknown method', `FETCH /v1/echo HTTP/1.1\r\n${HOST}\r\n`],
    ['a character that headers cannot have', `GET /v1/echo HTTP/1.1\r\n${HOST}X-One: a\u0000b\r\n\r\n`],
    ['two lengths', `POST /v1/echo HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length and chunks',
      `POST /v1/echo HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a broken chunk', `POST /v1/echo HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ])('%s: 400 in the shape of all errors, and the connection is closed', async (_name, text) => {
    const { status, headers, body } = parse(await send(text));
    expect([status, headers['connection']]).toEqual([400, 'close']);
    expect(body).toMatchObject({
      errorMessage: expect.stringMatching(/HTTP/),
      errorCode: 'MALFORMED_HTTP',
      requestId: headers['x-request-id'],
    });
  });

  it('a missing Host header returns 400', async () => {
    const { status, body } = parse(await send('GET /v1/echo HTTP/1.1\r\nConnection: close\r\n\r\n'));
    expect([status, body['errorCode']]).toEqual([400, 'MALFORMED_HTTP']);
  });

  it('requests up to the size limit are served', async () => {
    const text = await send(
      `GET /v1/echo HTTP/1.1\r\n${HOST}Connection: close\r\nX-Long: ${'x'.repeat(16_000)}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1.1 200 /);
  });

  it('after a valid request: its response is sent, then the refusal', async () => {
    const socket = await servers.connectTls();
    socket.write(`GET /v1/echo HTTP/1.1\r\n${HOST}\r\n`);
    await once(socket, 'readable');
    const first = String(socket.read());
    expect(first).toMatch(/^HTTP\/1.1 200 /);
    socket.write('Good day\r\n\r\n');
    expect(parse(await readAll(socket)).status).toBe(400);
  });

  it('during a response: the connection is closed, and no bytes are mixed into the response', async () => {
    begun = Promise.withResolvers<void>();
    const socket = await servers.connectTls();
    socket.write(`GET /v1/endless HTTP/1.1\r\n${HOST}\r\n`);
    await begun.promise;
    socket.write('Good day\r\n\r\n');
    const text = await readAll(socket).catch(() => '');
    expect(text).not.toContain('MALFORMED_HTTP');
    expect(lines.filter(({ outcome }) => outcome === 'MALFORMED_HTTP')).toEqual([]);
  });

  it('a client that ends within a request gets an error, a client that resets the connection does not affect others', async () => {
    const ended = await servers.connectTls();
    ended.end('GET /v1/ec');
    expect(parse(await readAll(ended)).status).toBe(400);
    const below = connectPlain({ host: 'localhost', port: servers.port });
    const broken = connect({ socket: below, servername: 'localhost', ca: servers.ca }).on('error', () => undefined);
    await once(broken, 'secureConnect');
    broken.write('GET /v1/ec');
    below.resetAndDestroy();
    expect(await send(`GET /v1/echo HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });
});
