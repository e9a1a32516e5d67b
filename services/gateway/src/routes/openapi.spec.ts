import { createRegistry } from '@porchlight/contracts';
import { createEdgeApp } from '@porchlight/edge';
import { createOpenApiDocument } from '@porchlight/openapi';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { readDownloads, type DownloadFile } from '../download-files';
import { asyncApiRoute, openApiRoute } from './openapi';
import { referenceRoutes } from './reference';

const baseUrl = 'https://api.porchlight.example';
const document = createOpenApiDocument({ ...createRegistry(), baseUrl, version: '1' });
const wheel = Buffer.from('wheel '.repeat(1_000));
const packages: readonly DownloadFile[] = [
  { kind: 'python', file: 'porchlight-1-py3-none-any.whl', bytes: wheel.length, sha256: 'abc', content: wheel },
];
const agent = new Agent({ keepAlive: true });
let server: Listening;
const call = (headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: number }>((resolve, reject) => {
    const req = request(
      { host: '127.0.0.1', port: server.port, path: '/v1/openapi.json', method, headers, agent },
      (res) => {
        let bytes = 0;
        res.on('data', (chunk: Buffer) => (bytes += chunk.length));
        res.on('end', () => resolve({ status: res.statusCode!, headers: res.headers, bytes }));
      },
    );
    req.on('error', reject).end();
  });

beforeAll(async () => {
  let id = 0;
  const options = { now: () => 0, requestId: () => String((id += 1)), served: () => undefined, fault: () => undefined };
  server = await listen(
    createEdgeApp(options as never, (app) => {
      app.all('/v1/openapi.json', openApiRoute(document));
      app.all('/v1/asyncapi.json', asyncApiRoute(createRegistry()));
      app.use(referenceRoutes(document, { baseUrl, now: Date.parse('2026-01-31T12:00:00Z'), packages }));
    }),
  );
});
afterAll(() => {
  agent.destroy();
  return server.stop();
});

it('the description is compressed, tagged and revalidated', async () => {
  const [plain, br] = [await call(), await call({ 'accept-encoding': 'br' })];
  expect([plain.status, br.status, br.headers['content-encoding'], br.headers.vary]).toEqual([
    200,
    200,
    'br',
    'Accept-Encoding',
  ]);
  expect(br.bytes).toBeLessThan(plain.bytes / 10);
  for (const { headers } of [plain, br])
    expect(await call({ 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304, bytes: 0 });
  expect(await call({ 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  expect(await call({}, 'HEAD')).toMatchObject({ status: 200, bytes: 0 });
  expect(await call({}, 'DELETE')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});

it('is sent in less than 2 ms', async () => {
  const times: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    const since = performance.now();
    await call({ 'accept-encoding': 'br' });
    times.push(performance.now() - since);
  }
  // The fastest tenth: a busy machine delays the others.
  expect(times.sort((a, b) => a - b)[20]).toBeLessThan(2);
});

describe('texts for programs', () => {
  const read = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it('given /v1/asyncapi.json, then it describes webhooks and no messages between services', async () => {
    const { status, text } = await read('/v1/asyncapi.json');
    expect(status).toBe(200);
    const { channels } = JSON.parse(text) as { channels: object };
    expect(Object.keys(channels)).toEqual(['webhooks', 'inboxCallbacks']);
  });

  it('given /llms.txt, then it names every group and links to operations', async () => {
    const { type, text } = await read('/llms.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toContain('## Leads');
    expect(text).toContain('- [POST /v1/events](/docs/leads#createEvent): Send a lead.');
  });

  it('given /.well-known/security.txt, then it has a contact and expires within a year', async () => {
    const { text } = await read('/.well-known/security.txt');
    expect(text).toContain('Contact: mailto:security@api.porchlight.example');
    expect(text).toContain('Expires: 2026-11-27T12:00:00.000Z');
  });

  it('given a page of /docs, then its policy allows no inline code and no other origin', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/docs/leads`);
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('given a page of /docs that does not exist, then the response is 404', async () => {
    expect(await read('/docs/unknown')).toMatchObject({ status: 404 });
  });
});

describe('/docs/downloads', () => {
  const address = (path: string): string => `http://127.0.0.1:${server.port}${path}`;

  it('given a packed SDK, then the page has its address, size, SHA-256 and the command that installs it', async () => {
    const page = await (await fetch(address('/docs/downloads'))).text();
    expect(page).toContain(`pip install ${baseUrl}/docs/downloads/porchlight-1-py3-none-any.whl`);
    expect(page).toContain('6 kB');
    expect(page).toContain('abc');
  });

  it('given a client that accepts br, then the file is sent as it is, once', async () => {
    const response = await fetch(address('/docs/downloads/porchlight-1-py3-none-any.whl'), {
      headers: { 'accept-encoding': 'br' },
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(Buffer.from(await response.arrayBuffer()).equals(wheel)).toBe(true);
    const again = await fetch(address('/docs/downloads/porchlight-1-py3-none-any.whl'), {
      headers: { 'if-none-match': String(response.headers.get('etag')) },
    });
    expect(again.status).toBe(304);
  });

  it('given another path, then the response is 404', async () => {
    expect((await fetch(address('/docs/downloads/..%2f..%2fpackage.json'))).status).toBe(404);
  });

  it('given a folder without the packages of this version, then the start names the folder and its variable', () => {
    expect(() => readDownloads(tmpdir())).toThrow(`in ${tmpdir()} (DOWNLOADS_FOLDER).`);
  });
});
