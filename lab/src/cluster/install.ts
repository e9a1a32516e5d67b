import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS, SERVICES } from '@porchlight/contracts';
import { loadAuthority } from '@porchlight/tools/src/launcher/certificate-authority';
import { dataFolderAt } from '@porchlight/tools/src/launcher/data-folder';
import { writePrivateFile, writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import type { Programs } from './binaries';
import { databaseUri, describeBackupVolume, describeNamespaces, installBackends } from './cluster-backends';
import { CLIENT_ADDRESSES } from './cluster-client-network';
import { createKafkaSignIn, createKafkaUsers, describeKafkaSecrets } from './cluster-kafka';
import { NODES, type ClusterLayout } from './cluster-layout';
import { buildReleaseImages, importImages } from './images';
import { describeSecret, openKubectl, type Manifest } from './kubectl';
import { createProgress } from './progress';
import { HOST, NAMESPACE, RELEASE, listValueFiles, openRelease, readJob } from './release';
import { runProgram } from '@porchlight/tools/src/launcher/run-program';
import type { Connection } from '@porchlight/tools/src/send/connection';

const KEYS_MS = 30_000;
/** User of all containers. */
const POD_USER = 65_532;

/** Input of the commands of the cluster. */
export interface ClusterCommand {
  readonly root: string;
  readonly layout: ClusterLayout;
  readonly programs: Programs;
  say(line: string): void;
}

/** Installs Kafka, the databases and the chart, and creates the first account by the chart's Job. */
export async function install({ root, layout, programs, say }: ClusterCommand): Promise<void> {
  const finished = createProgress(say);
  const kubectl = openKubectl({ ...programs, kubeconfig: layout.kubeconfig });
  const release = openRelease(root, kubectl, listValueFiles(root));
  const archive = await buildReleaseImages(layout, root);
  for (const node of NODES) await importImages(layout, node, archive);
  await createSecrets(root, layout, (manifests) => kubectl.apply(manifests));
  const backups = join(layout.path, 'backups');
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  chownSync(backups, POD_USER, POD_USER);
  await kubectl.apply(describeBackupVolume(backups, NAMESPACE));
  const signIn = await createKafkaSignIn(layout);
  await kubectl.apply([...describeNamespaces(), ...describeKafkaSecrets(signIn)]);
  await installBackends(root, kubectl, Object.keys(signIn.passwords));
  await createKafkaUsers(kubectl, signIn);
  finished('Kafka and the databases are ready');
  const account = ['account', 'create', '--name', 'First Homes', '--first-name', 'Ada', '--last-name', 'Byron'];
  const command = ['--json', ...account, '--email', 'ada@first.example'];
  const { ok, output } = await release.upgrade({ 'operator.command': command });
  if (!ok) throw new Error(`helm: ${output}`);
  finished('the release is ready');
  if (existsSync(layout.connectionFile)) return;
  const { items } = await kubectl.get<{ items: { metadata: { name: string } }[] }>([
    ...['-n', NAMESPACE, 'jobs', '-l', 'app.kubernetes.io/name=operator'],
  ]);
  const job = items[0]?.metadata.name ?? '';
  const { accountId, ownerId } = await readJob<{ accountId: number; ownerId: number }>(kubectl, job);
  const tenant = ['--account', String(accountId)];
  await release.operate(['account', 'limits', ...tenant, '--lift']);
  const key = await release.operate<{ apiKey: string }>(['key', 'create', ...tenant, '--user', String(ownerId)]);
  const system = await release.operate<{ key: string }>(['system', 'register', '--name', 'Cluster Test']);
  const { tls } = dataFolderAt(join(layout.path, 'keys'));
  const receiver = join(layout.path, 'receiver');
  const authority = await loadAuthority(tls);
  const issued = await authority.issue({ subject: 'CN=receiver', addresses: CLIENT_ADDRESSES });
  writePrivateFile(`${receiver}.crt`, issued.certificate);
  writePrivateFile(`${receiver}.key`, issued.privateKey);
  writePrivateJson(layout.connectionFile, {
    baseUrl: `https://${HOST}`,
    caFile: tls.caFile,
    receiverTls: { certFile: `${receiver}.crt`, keyFile: `${receiver}.key` },
    mailFolder: layout.path,
    system: { name: 'Cluster Test', key: system.key },
    accounts: [
      {
        id: accountId,
        name: 'First Homes',
        users: { owner: { id: ownerId, name: 'Ada Byron', email: 'ada@first.example', apiKey: key.apiKey } },
      },
    ],
    operations: {},
    pids: {},
  } satisfies Connection & { mailFolder: string; operations: object });
  finished(`account ${accountId} has an API key`);
}

/** Creates the keys and certificates by the documented command, and the secrets of the chart. */
async function createSecrets(
  root: string,
  layout: ClusterLayout,
  apply: (manifests: Manifest[]) => Promise<void>,
): Promise<void> {
  const folder = join(layout.path, 'keys');
  const operator = join(root, 'dist', 'tools', 'operator', 'main.js');
  const names = ['--release', RELEASE, '--namespace', NAMESPACE, '--host', HOST];
  await runProgram(process.execPath, [operator, 'keys', 'create', '--to', folder, ...names], { timeoutMs: KEYS_MS });
  const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
  const secret = (name: string, texts: Record<string, string>): Manifest => describeSecret(NAMESPACE, name, texts);
  const tls = (name: string): Record<string, string> =>
    Object.fromEntries(['tls.crt', 'tls.key', 'ca.crt'].map((file) => [file, read('tls', name, file)]));
  await apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    // All files of the folder, as `--from-file` of docs/deploy.md takes them.
    secret(
      'porchlight-keys',
      Object.fromEntries(readdirSync(join(folder, 'keys')).map((key) => [key, read('keys', key)])),
    ),
    secret('porchlight-ingress-tls', tls('ingress')),
    secret('porchlight-webhooks-ca', { 'ca.crt': read('tls', 'ca.crt') }),
    ...[...SERVICES, 'operator'].map((name) => secret(`${RELEASE}-${name}-tls`, tls(name))),
    ...BACKENDS.map((service) => secret(`porchlight-${service}-mongodb`, { uri: databaseUri(service) })),
  ]);
}
