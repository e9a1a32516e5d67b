import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS, SERVICES, type BackendName, type ServiceName } from '@porchlight/contracts';
import { scratchFolder } from '../../test/scratch-folder';
import { describeConnection, writeConnectionFile } from './connection-file';
import { dataFolderAt, openDataFolder } from './data-folder';
import type { DemoData } from './demo-data';
import type { Ports } from './ports';
import { welcome } from './welcome';

const root = scratchFolder();
const folder = dataFolderAt(join(root, '.local'));
const services = Object.fromEntries(SERVICES.map((name, at) => [name, at + 1])) as Record<ServiceName, number>;
const ports: Ports = {
  gateway: 8443,
  kafka: [{ port: 29092, controllerPort: 29093 }],
  databases: services,
  rpc: services,
  operations: services,
  external: 9221,
};
const mongodbUri = 'mongodb://127.0.0.1:27117/';
const uris = Object.fromEntries(BACKENDS.map((name) => [name, name === 'people' ? mongodbUri : name])) as Record<
  BackendName,
  string
>;
const backends = { mongodbUris: uris, kafkaBrokers: ['127.0.0.1:29092'] };
const options = { root, data: folder.path, port: 8443, brokers: 1, fresh: false, quiet: false };
const user = (name: string) => ({ id: 1, name, email: 'a@b.example', password: 'p', apiKey: `key-of-${name}` });
const users = {
  owner: user('owner'),
  broker: user('broker'),
  agent: user('agent'),
  agent2: user('agent2'),
  lender: user('lender'),
};
const demo: DemoData = {
  system: { name: 'Demo Website', key: 'system-key' },
  accounts: [{ id: 1, name: 'Demo Realty', users }],
};

it('writes the contract for tools, for the owner of the file only', () => {
  openDataFolder(folder);
  writeConnectionFile(folder, describeConnection(options, folder, ports, backends, demo), { launcher: 7, gateway: 8 });
  expect(statSync(folder.connectionFile).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(folder.connectionFile, 'utf8'))).toEqual({
    baseUrl: 'https://localhost:8443',
    authUrl: 'https://localhost:8443',
    caFile: '.local/tls/ca.crt',
    receiverTls: { certFile: '.local/tls/localhost.crt', keyFile: '.local/tls/localhost.key' },
    ...demo,
    mongodbUri,
    mongodbUris: uris,
    kafkaBrokers: backends.kafkaBrokers,
    mailFolder: '.local/mail',
    operations: Object.fromEntries(Object.entries(services).map(([name, port]) => [name, `http://127.0.0.1:${port}`])),
    localProfile: { retryInterval: '1h', giveUpAfter: '36h' },
    pids: { launcher: 7, gateway: 8 },
  });
});

it('says the retry profile that was asked for', () => {
  const described = describeConnection(
    { ...options, retryIntervalMs: 2_000, giveUpAfterMs: 20_000 },
    folder,
    ports,
    backends,
    demo,
  );
  expect(described.localProfile).toEqual({ retryInterval: '2s', giveUpAfter: '20s' });
});

it('welcomes with every key, the system and a curl line that can be pasted', () => {
  const text = welcome(describeConnection(options, folder, ports, backends, demo), {
    root,
    logs: folder.logs,
    data: '.local',
  });
  for (const name of Object.keys(users)) expect(text).toContain(`key-of-${name}`);
  expect(text).toContain('curl --cacert .local/tls/ca.crt -u key-of-owner:');
  expect(text).toContain("-H 'X-System: Demo Website' -H 'X-System-Key: system-key'");
  expect(text).toContain('https://localhost:8443/v1/events');
  const body = /-d '(.*)'/.exec(text)?.[1] ?? '';
  expect(JSON.parse(body)).toMatchObject({ type: 'Registration', person: { emails: [{ value: 'ada@example.com' }] } });
  expect(text).toContain('npm run receiver');
});
