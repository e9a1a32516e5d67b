import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificates } from '../src/launcher/certificates';
import { dataFolderAt, openDataFolder } from '../src/launcher/data-folder';
import { makeKeyFiles } from '../src/launcher/key-files';
import { localGet } from '../src/launcher/local-request';
import { scratchFolder } from './scratch-folder';

const folder = dataFolderAt(`${scratchFolder()}/data`);
const { tls, keys } = folder;

beforeAll(async () => {
  openDataFolder(folder);
  await makeCertificates(folder);
  makeKeyFiles(folder);
});

it('makes a certificate of the local CA that names localhost and both loopback addresses', () => {
  const ca = new X509Certificate(readFileSync(tls.caFile));
  const leaf = new X509Certificate(readFileSync(tls.certFile));
  expect(ca.ca).toBe(true);
  expect(leaf.ca).toBe(false);
  expect(leaf.verify(ca.publicKey)).toBe(true);
  expect(leaf.checkHost('localhost')).toBe('localhost');
  for (const ip of ['127.0.0.1', '0:0:0:0:0:0:0:1']) expect(leaf.subjectAltName).toContain(ip);
});

it('serves HTTPS that a client with the CA accepts and one without does not', async () => {
  const server = createServer(
    { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    (_request, response) => response.end('hello'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await localGet(`https://localhost:${port}/`, { caFile: tls.caFile })).toEqual({ status: 200, body: 'hello' });
  expect(await localGet(`https://127.0.0.1:${port}/`, { caFile: tls.caFile })).toEqual({ status: 200, body: 'hello' });
  expect(await localGet(`https://localhost:${port}/`)).toEqual({ status: 0, body: '' });
  server.close();
});

it('keeps all of it from other users of the machine', () => {
  for (const file of [...Object.values(tls), ...Object.values(keys)]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('keeps what is there, and renews a lost certificate under the same CA', async () => {
  const before = Object.values(tls).map((file) => readFileSync(file, 'utf8'));
  await makeCertificates(folder);
  expect(Object.values(tls).map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  rmSync(tls.certFile);
  await makeCertificates(folder);
  const ca = readFileSync(tls.caFile);
  expect(before).toContain(ca.toString());
  expect(new X509Certificate(readFileSync(tls.certFile)).verify(new X509Certificate(ca).publicKey)).toBe(true);
});
