import { BACKENDS } from '@porchlight/contracts';
import { nativeDatabaseUri } from '@porchlight/tools/src/launcher/database-server';
import { KAFKA_NAMESPACE, KAFKA_SECRET, KAFKA_SECRET_PATH, readKafkaSettings } from './cluster-kafka';
import { NODES } from './cluster-layout';
import { DATABASE_IMAGE, DATABASE_PORT, KAFKA_IMAGE } from './images';
import type { Kubectl, Manifest } from './kubectl';

const READY_MS = 300_000;
const DATABASE_NAMESPACE = 'mongodb';
const USER = 65_532;

interface Backend {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly port: number;
  readonly dataPath: string;
  readonly memory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A secret and the folder where the container has its files. */
  readonly secret?: { readonly path: string; readonly volume: object };
}

/** One pod on the first node. Its data is in an emptyDir: it outlives containers, not the pod. */
function describeBackend({
  name,
  namespace,
  image,
  labels,
  port,
  dataPath,
  memory,
  environment = {},
  secret,
}: Backend): Manifest[] {
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name, namespace },
      spec: {
        serviceName: name,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            nodeSelector: { 'kubernetes.io/hostname': NODES[0] },
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER },
            containers: [
              {
                name,
                image,
                imagePullPolicy: 'Never',
                env: Object.entries(environment).map(([key, value]) => ({ name: key, value })),
                ports: [{ containerPort: port }],
                readinessProbe: { tcpSocket: { port }, periodSeconds: 2 },
                resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory } },
                volumeMounts: [
                  { name: 'data', mountPath: dataPath },
                  ...(secret ? [{ name: 'secret', mountPath: secret.path, readOnly: true }] : []),
                ],
              },
            ],
            volumes: [{ name: 'data', emptyDir: {} }, ...(secret ? [{ name: 'secret', secret: secret.volume }] : [])],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace },
      spec: { selector: labels, ports: [{ port, targetPort: port }] },
    },
  ];
}

/** Name of a service's database, with the label by which the chart's network policies select it. */
const databaseName = (service: string): string => `porchlight-${service}-svc`;

/** Connection string of a service's database. */
export const databaseUri = (service: string): string =>
  nativeDatabaseUri('secantus', DATABASE_PORT, `${databaseName(service)}.${DATABASE_NAMESPACE}.svc`);

/** Empty database server into which the tests restore a backup. */
export const RESTORE_TARGET = 'restored';
/** Volume claim of backups, in the namespace of the release. */
export const BACKUP_CLAIM = 'porchlight-backups';

/** A volume of this machine's disk for backups, and its claim. */
export const describeBackupVolume = (path: string, namespace: string): Manifest[] => {
  const capacity = { storage: '1Gi' };
  const common = { accessModes: ['ReadWriteOnce'], storageClassName: '' };
  return [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: BACKUP_CLAIM },
      spec: { ...common, capacity, hostPath: { path, type: 'Directory' }, claimRef: { name: BACKUP_CLAIM, namespace } },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: BACKUP_CLAIM, namespace },
      spec: { ...common, resources: { requests: capacity }, volumeName: BACKUP_CLAIM },
    },
  ];
};

/** Namespaces of Kafka and of the databases. */
export const describeNamespaces = (): Manifest[] =>
  [KAFKA_NAMESPACE, DATABASE_NAMESPACE].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));

/** The folders of compose's volume `keys`. */
const describeKafkaVolume = (users: readonly string[]): object => ({
  secretName: KAFKA_SECRET,
  defaultMode: 0o440,
  items: [
    { key: 'ca.crt', path: 'tls/ca.crt' },
    ...['broker.pem', ...users.map((user) => `${user}.password`)].map((key) => ({ key, path: `bus/${key}` })),
  ],
});

/** Installs Kafka with its users and one database per service, and waits until they are ready. */
export async function installBackends(root: string, kubectl: Kubectl, users: readonly string[]): Promise<void> {
  const databases = [...BACKENDS, RESTORE_TARGET].map((service) =>
    describeBackend({
      name: databaseName(service),
      namespace: DATABASE_NAMESPACE,
      image: DATABASE_IMAGE,
      labels: { app: databaseName(service) },
      port: DATABASE_PORT,
      dataPath: '/data/db',
      memory: '1Gi',
    }),
  );
  const kafka = describeBackend({
    name: 'kafka',
    namespace: KAFKA_NAMESPACE,
    image: KAFKA_IMAGE,
    labels: { 'strimzi.io/cluster': 'porchlight' },
    port: 9092,
    dataPath: '/var/lib/kafka',
    memory: '1Gi',
    environment: readKafkaSettings(root),
    secret: { path: KAFKA_SECRET_PATH, volume: describeKafkaVolume(users) },
  });
  await kubectl.apply([...kafka, ...databases.flat()]);
  const sets = [
    [KAFKA_NAMESPACE, 'kafka'],
    ...[...BACKENDS, RESTORE_TARGET].map((service) => [DATABASE_NAMESPACE, databaseName(service)]),
  ];
  for (const [namespace = '', name = ''] of sets)
    await kubectl.run(['-n', namespace, 'rollout', 'status', `statefulset/${name}`, `--timeout=${READY_MS / 1_000}s`], {
      timeoutMs: READY_MS + 5_000,
    });
}
