import { SERVICES } from '@porchlight/contracts';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderAt } from './data-folder';
import { makeKeyFiles } from './key-files';
import { copyServiceKeys } from './service-keys';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'service-keys-'));
  for (const name of ['keys', 'tls']) mkdirSync(join(path, name));
  for (const name of ['localhost.crt', 'localhost.key', 'ca.crt', 'ca.key'])
    writeFileSync(join(path, 'tls', name), name);
  makeKeyFiles(dataFolderAt(path));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const listFiles = (service: string): string[] =>
  readdirSync(join(path, 'services', service), { recursive: true, encoding: 'utf8' }).filter((name) => /\./.test(name));

it.each(SERVICES)('N9 given %s, then its folder has its own signing key and that of no other service', (service) => {
  copyServiceKeys(dataFolderAt(path));
  const ownKeys = { gateway: ['internal-token.key.pem'], auth: [] as string[] };
  const signing = ownKeys[service as keyof typeof ownKeys] ?? [`internal-token-${service}.key.pem`];
  expect(listFiles(service).filter((name) => name.endsWith('.key.pem'))).toEqual(
    signing.map((name) => join('keys', name)),
  );
  expect(listFiles(service)).not.toContain(join('tls', 'ca.key'));
});

it('given a key that was replaced, then the copy follows, and is readable by its owner only', () => {
  const folder = dataFolderAt(path);
  copyServiceKeys(folder);
  writeFileSync(folder.keys.secretsFile, 'another');
  copyServiceKeys(folder);
  const copy = join(path, 'services', 'auth', 'keys', 'secrets.key');
  expect(readFileSync(copy, 'utf8')).toBe('another');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});
