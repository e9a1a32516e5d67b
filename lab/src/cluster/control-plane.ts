import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAuthority, type CertificateAuthority } from '@porchlight/tools/src/launcher/certificate-authority';
import { writePrivateFile, writePrivateJson } from '@porchlight/tools/src/launcher/private-file';
import type { Programs } from './binaries';
import {
  API_SERVICE_ADDRESS,
  API_URL,
  HOST_ADDRESS,
  NODES,
  POD_NETWORK,
  SERVICE_NETWORK,
  type ClusterLayout,
} from './cluster-layout';
import { startDaemon } from './daemons';
import type { Kubectl } from './kubectl';
import { pollUntil } from './poll';

const READY_MS = 120_000;
const ETCD = 'http://127.0.0.1:12379';
const ETCD_PEERS = 'http://127.0.0.1:12380';

/** Creates the certificates, the keys and the credentials of the control plane and of the nodes unless they exist. */
export async function createCredentials(layout: ClusterLayout): Promise<void> {
  const file = (name: string): string => join(layout.certificates, name);
  const authority = await loadAuthority({ caFile: file('ca.crt'), caKeyFile: file('ca.key') }, 'Porchlight cluster');
  const issue = async (name: string, request: Parameters<CertificateAuthority['issue']>[0]): Promise<void> => {
    if (existsSync(file(`${name}.crt`))) return;
    const { certificate, privateKey } = await authority.issue({ ...request, isClient: true });
    writePrivateFile(file(`${name}.key`), privateKey);
    writePrivateFile(file(`${name}.crt`), certificate);
  };
  await issue('api', {
    subject: 'CN=kube-apiserver',
    dnsNames: [
      'localhost',
      'kubernetes',
      'kubernetes.default',
      'kubernetes.default.svc',
      'kubernetes.default.svc.cluster.local',
    ],
    addresses: ['127.0.0.1', HOST_ADDRESS, API_SERVICE_ADDRESS],
  });
  await issue('admin', { subject: 'O=system:masters, CN=admin' });
  await issue('aggregator', { subject: 'CN=aggregator' });
  for (const node of NODES)
    await issue(node, {
      subject: `O=system:nodes, CN=system:node:${node}`,
      dnsNames: [node],
      addresses: [HOST_ADDRESS],
    });
  if (!existsSync(file('accounts.key'))) {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writePrivateFile(file('accounts.pub'), pair.publicKey.export({ type: 'spki', format: 'pem' }));
    writePrivateFile(file('accounts.key'), pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  for (const user of ['admin', ...NODES])
    writePrivateJson(locateKubeconfig(layout, user), describeCredentials(layout, user));
}

/** Path of the credentials of a user of the API server. */
export const locateKubeconfig = (layout: ClusterLayout, user: string): string => join(layout.path, `${user}.json`);

function describeCredentials(layout: ClusterLayout, user: string): object {
  const read = (name: string): string => readFileSync(join(layout.certificates, name)).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'porchlight', cluster: { server: API_URL, 'certificate-authority-data': read('ca.crt') } }],
    users: [
      { name: user, user: { 'client-certificate-data': read(`${user}.crt`), 'client-key-data': read(`${user}.key`) } },
    ],
    contexts: [{ name: 'porchlight', context: { cluster: 'porchlight', user } }],
    'current-context': 'porchlight',
  };
}

/** Starts etcd, the API server, the controller manager and the scheduler, and waits until the API server is ready. */
export async function startControlPlane(layout: ClusterLayout, programs: Programs, kubectl: Kubectl): Promise<void> {
  const file = (name: string): string => join(layout.certificates, name);
  startDaemon(layout, {
    name: 'etcd',
    command: programs.etcd,
    args: [
      `--data-dir=${layout.etcd}`,
      `--listen-client-urls=${ETCD}`,
      `--advertise-client-urls=${ETCD}`,
      `--listen-peer-urls=${ETCD_PEERS}`,
      `--initial-advertise-peer-urls=${ETCD_PEERS}`,
      `--initial-cluster=default=${ETCD_PEERS}`,
      '--unsafe-no-fsync',
    ],
  });
  startDaemon(layout, {
    name: 'kube-apiserver',
    command: programs['kube-apiserver'],
    args: [
      `--etcd-servers=${ETCD}`,
      '--secure-port=16443',
      `--bind-address=${HOST_ADDRESS}`,
      `--advertise-address=${HOST_ADDRESS}`,
      `--tls-cert-file=${file('api.crt')}`,
      `--tls-private-key-file=${file('api.key')}`,
      `--client-ca-file=${file('ca.crt')}`,
      `--service-account-key-file=${file('accounts.pub')}`,
      `--service-account-signing-key-file=${file('accounts.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      '--authorization-mode=Node,RBAC',
      `--service-cluster-ip-range=${SERVICE_NETWORK}`,
      `--kubelet-client-certificate=${file('admin.crt')}`,
      `--kubelet-client-key=${file('admin.key')}`,
      '--kubelet-preferred-address-types=InternalIP',
      `--requestheader-client-ca-file=${file('ca.crt')}`,
      '--requestheader-allowed-names=aggregator',
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      `--proxy-client-cert-file=${file('aggregator.crt')}`,
      `--proxy-client-key-file=${file('aggregator.key')}`,
      '--enable-aggregator-routing=true',
    ],
  });
  await pollUntil('the API server', READY_MS, async () => (await kubectl.try(['get', '--raw', '/readyz'])).ok);
  startDaemon(layout, {
    name: 'kube-controller-manager',
    command: programs['kube-controller-manager'],
    args: [
      `--kubeconfig=${locateKubeconfig(layout, 'admin')}`,
      `--service-account-private-key-file=${file('accounts.key')}`,
      `--root-ca-file=${file('ca.crt')}`,
      '--use-service-account-credentials=false',
      `--cluster-cidr=${POD_NETWORK}`,
      '--allocate-node-cidrs=false',
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      // Autoscaling is visible within the time of a test.
      '--horizontal-pod-autoscaler-cpu-initialization-period=20s',
      '--horizontal-pod-autoscaler-initial-readiness-delay=5s',
    ],
  });
  startDaemon(layout, {
    name: 'kube-scheduler',
    command: programs['kube-scheduler'],
    args: [`--kubeconfig=${locateKubeconfig(layout, 'admin')}`, '--leader-elect=false', '--bind-address=127.0.0.1'],
  });
}
