import { createEdgeApp } from '@porchlight/edge';
import { listen, type Listening } from '@porchlight/testkit/src/listen';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { consoleRoutes } from './console';

const PAGE = '<!doctype html><title>pages</title>';
const SCRIPT = 'console.log("pages");';
let folder: string;
let server: Listening;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'main-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'main-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'main-abc.js.gz'), gzipSync(SCRIPT));
  const options = { now: () => 0, requestId: () => 'r', served: () => undefined, fault: () => undefined };
  server = await listen(createEdgeApp(options, (app) => void app.use(consoleRoutes(folder))));
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.url + path, { redirect: 'manual', ...init });

test('the root and /console redirect to the pages', async () => {
  const root = await ask('/');
  expect([root.status, root.headers.get('location')]).toEqual([302, '/console/']);
  const bare = await ask('/console');
  expect([bare.status, bare.headers.get('location')]).toEqual([308, '/console/']);
});

test('the first page is served at every address without a file, is not cached, and allows no inline code', async () => {
  for (const path of [
    '/console/',
    '/console/people/7',
    '/console/sign-in?next=%2Fconsole%2Fusers',
    '/console/index.html',
  ]) {
    const answer = await ask(path);
    expect([answer.status, await answer.text()]).toEqual([200, PAGE]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  }
});

test('assets are cached for a year and sent in the coding that the browser accepts', async () => {
  for (const [accepted, coding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await ask('/console/assets/main-abc.js', { headers: { 'accept-encoding': accepted } });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([coding, SCRIPT]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  }
});

test('a missing asset, other paths and other methods are rejected', async () => {
  expect((await ask('/console/assets/gone.js')).status).toBe(404);
  expect((await ask('/console/assets/..%2f..%2fpackage.json')).status).toBe(404);
  expect((await ask('/consoles')).status).toBe(404);
  const post = await ask('/console/', { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await ask('/console/', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a folder without pages is reported at start', () => {
  expect(() => consoleRoutes(join(folder, 'assets'))).toThrow('CONSOLE_FOLDER');
});
