import { createCertificateReload, createLogger, type CertificateReload } from '@porchlight/runtime';
import { createCertificates, eventually } from '@porchlight/testkit';
import express from 'express';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { startTestServers, type TestServers } from './start-gateway-servers';

type Pair = Awaited<ReturnType<typeof createCertificates>>;

let folder: string;
let first: Pair;
let servers: TestServers;
let reload: CertificateReload;
let log: string;
const sockets: TLSSocket[] = [];

const files = () => ({ cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') });
const write = async (pair: { cert?: string; key?: string }): Promise<void> => {
  if (pair.cert !== undefined) await writeFile(files().cert, pair.cert);
  if (pair.key !== undefined) await writeFile(files().key, pair.key);
};
const open = async (ca: string): Promise<TLSSocket> => {
  const socket = await servers.connectTls(ca);
  sockets.push(socket);
  return socket;
};
const get = async (socket: TLSSocket): Promise<string> => {
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return String(((await once(socket, 'data')) as [Buffer])[0]);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  log = '';
  const app = express();
  app.get('/', (_request, response) => void response.send('served'));
  servers = await startTestServers(app);
  first = servers.certificates;
  await write(first);
  const destination = new Writable({ write: (chunk, _encoding, done) => ((log += String(chunk)), done()) });
  const logger = createLogger({ service: 'gateway', destination });
  reload = createCertificateReload({
    files: files(),
    current: first,
    apply: (pair) => servers.useCertificate(pair),
    logger,
    intervalMs: 50,
  });
});
afterEach(async () => {
  reload.stop();
  for (const socket of sockets.splice(0)) socket.destroy();
  await servers.stop(AbortSignal.abort(), 0);
  await rm(folder, { recursive: true });
});

it('serves a renewed certificate to new connections while open connections continue', async () => {
  const existing = await open(first.ca);
  const renewed = await createCertificates(undefined, { validToMs: 3_600_000 });
  await write(renewed);
  await eventually(async () => void (await open(renewed.ca)));
  expect(await get(existing)).toContain('served');
  expect(reload.expiresAt()).toBe(Date.parse(new X509Certificate(renewed.cert).validTo));
});

it.each([
  ['a broken certificate', async () => ({ cert: 'not a certificate' })],
  ['a certificate without its key', async () => ({ cert: (await createCertificates()).cert })],
])('given %s, the previous certificate stays in use and a warning names the file', async (_title, change) => {
  await write(await change());
  await eventually(() => expect(log).toContain(files().cert));
  expect(log).toContain('certificate.rejected');
  expect(await get(await open(first.ca))).toContain('served');
});
