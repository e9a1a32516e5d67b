import { createEdgeApp } from '@porchlight/edge';
import { createFileStore, type ObjectStore } from '@porchlight/objects';
import type { Channel } from '@porchlight/rpc';
import { listen } from '@porchlight/testkit/src/listen';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileRoutes } from './file-routes';

const { signal } = new AbortController();
let folder = '';
let objects: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-files-'));
  objects = createFileStore(folder, Date);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FILE = { object: 'people/1/u/content', fileName: 'Angebot "ä".html', mimeType: 'text/html', fileSize: 5 };
const NO_FILE = { object: '', fileName: '', mimeType: '', fileSize: 0 };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Serves the links; the token `good` opens the file. */
const open = async (stored: ObjectStore | 'none' = objects) => {
  const channel = {
    call: async (_method: unknown, { token }: { token: string }) => (token === 'good' ? FILE : NO_FILE),
  } as unknown as Channel;
  const app = createEdgeApp(
    { now: () => 0, requestId: () => 'r', served: () => undefined, fault: () => undefined },
    (express) =>
      void express.use(
        fileRoutes({
          channels: { people: channel, deals: channel },
          objects: stored === 'none' ? undefined : stored,
          timeoutMs: 1_000,
        }),
      ),
  );
  const { port, stop } = await listen(app);
  stops.push(stop);
  return `http://127.0.0.1:${port}/files/personAttachments`;
};
const put = (key: string, text: string) => objects.put(key, Readable.from([Buffer.from(text)]), text.length, signal);

describe('D12.2 links of files', () => {
  it('given a link, when it is opened, then the file is saved and never shown', async () => {
    await put(FILE.object, '<p>Hi');
    const response = await fetch(`${await open()}/good`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<p>Hi');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': `attachment; filename="Angebot ___.html"; filename*=UTF-8''Angebot%20%22%C3%A4%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  });

  it('given a link, when it is read by HEAD, then only the headers are sent', async () => {
    await put(FILE.object, '<p>Hi');
    const response = await fetch(`${await open()}/good`, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('5');
    expect(await response.text()).toBe('');
  });

  it.each(['/forged', '/../notes/good'])('given %s, then there is no file', async (path) => {
    expect((await fetch(`${await open()}${path}`)).status).toBe(404);
  });

  it('given no object store, then there is no file', async () => {
    const base = await open('none');
    expect((await fetch(`${base}/good`)).status).toBe(404);
  });

  it('given the link of an upload, when the announced bytes are sent, then the object has them', async () => {
    const response = await fetch(`${await open()}/good`, { method: 'PUT', body: 'hello' });
    expect(response.status).toBe(200);
    expect(await objects.size(FILE.object, signal)).toBe(5);
  });

  it('given the link of an upload, when another number of bytes is sent, then it is refused with a sentence', async () => {
    const response = await fetch(`${await open()}/good`, { method: 'PUT', body: 'hello world' });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { errorMessage: string }).errorMessage).toContain('Send exactly the 5 bytes');
  });

  it('given the link of an upload, when many more bytes are sent, then the sentence arrives', async () => {
    const response = await fetch(`${await open()}/good`, { method: 'PUT', body: Buffer.alloc(30_000_000) });
    expect(response.status).toBe(400);
    expect(response.headers.get('connection')).toBe('keep-alive');
  });
});
