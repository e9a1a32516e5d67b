import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { SERVICES } from '@porchlight/contracts';
import { parse } from 'yaml';
import type { Programs } from './binaries';
import { SECOND, type Check } from './check-context';
import type { ClusterLayout } from './cluster-layout';
import { locateKubeconfig } from './control-plane';
import { startDaemon } from './daemons';
import type { Kubectl, Manifest } from './kubectl';
import { RELEASE } from './release';

const NAMESPACE = 'cert-manager';
const KINDS = ['certificaterequests', 'certificates', 'clusterissuers', 'issuers'];
/** The name that the chart uses by default. */
const ISSUER = 'internal-ca';
const READY_MS = 90 * SECOND;

/** Starts the controllers of cert-manager, with an issuer that signs by the authority of the cluster. */
export async function startCertManager(layout: ClusterLayout, programs: Programs, kubectl: Kubectl): Promise<void> {
  const resources = join(dirname(programs['cert-manager']), 'resources');
  const read = (name: string): string => readFileSync(join(layout.certificates, name)).toString('base64');
  const definitions = KINDS.map(
    (kind) => parse(readFileSync(join(resources, `cert-manager.io_${kind}.yaml`), 'utf8')) as Manifest,
  );
  await kubectl.apply(definitions);
  const names = KINDS.map((kind) => `crd/${kind}.cert-manager.io`);
  await kubectl.run(['wait', '--for=condition=Established', ...names, '--timeout=30s']);
  await kubectl.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: ISSUER, namespace: NAMESPACE },
      type: 'kubernetes.io/tls',
      data: { 'tls.crt': read('ca.crt'), 'tls.key': read('ca.key') },
    },
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'ClusterIssuer',
      metadata: { name: ISSUER },
      spec: { ca: { secretName: ISSUER } },
    },
  ]);
  startDaemon(layout, {
    name: 'cert-manager',
    command: programs['cert-manager'],
    args: [`--kubeconfig=${locateKubeconfig(layout, 'admin')}`],
  });
}

/** The release has certificates of files; the chart's other mode is tried in a namespace of its own. */
export const certificates: Check = {
  name: 'cert-manager issues the certificates of the chart',
  async run({ kubectl, release }) {
    const namespace = 'certificates';
    await kubectl.run(['delete', 'namespace', namespace, '--ignore-not-found']);
    await kubectl.run(['create', 'namespace', namespace]);
    const rendered = await release.render('certificates', { 'tls.mode': 'certManager' });
    await kubectl.run(['-n', namespace, 'apply', '-f', '-'], { input: rendered });
    const names = [...SERVICES, 'operator'].map((name) => `${RELEASE}-${name}`);
    const ready = names.map((name) => `certificate/${name}`);
    await kubectl.run(['-n', namespace, 'wait', '--for=condition=Ready', ...ready, `--timeout=${READY_MS / SECOND}s`], {
      timeoutMs: READY_MS + 5 * SECOND,
    });
    const problems: string[] = [];
    for (const name of names) {
      const { data } = await kubectl.get<{ data: Record<string, string> }>(['-n', namespace, 'secret', `${name}-tls`]);
      const decode = (file: string): X509Certificate => new X509Certificate(Buffer.from(data[file] ?? '', 'base64'));
      const certificate = decode('tls.crt');
      if (!certificate.checkHost(name) || !certificate.verify(decode('ca.crt').publicKey)) problems.push(name);
    }
    await kubectl.run(['delete', 'namespace', namespace, '--wait=false']);
    return { ok: problems.length === 0, detail: `${names.length} certificates ${problems.join(', ')}`.trim() };
  },
};
