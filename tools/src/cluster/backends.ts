import { BACKENDS } from '@porchlight/contracts';
import { NODES } from './cluster-layout';
import { DATABASE_IMAGE, KAFKA_IMAGE } from './images';
import type { Kubectl, Manifest } from './kubectl';

const READY_MS = 120_000;
const KAFKA_NAMESPACE = 'kafka';
const DATABASE_NAMESPACE = 'mongodb';
const USER = 65_532;

/** Kafka's settings, as the image of Apache Kafka takes them from the environment. */
const KAFKA_SETTINGS: Readonly<Record<string, string>> = {
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@127.0.0.1:9093',
  KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://127.0.0.1:9093',
  KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://kafka.kafka.svc:9092',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS: '4',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  KAFKA_LOG_DIRS: '/var/lib/kafka/data',
};

interface Backend {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly port: number;
  readonly dataPath: string;
  readonly memory: string;
  readonly environment?: Readonly<Record<string, string>>;
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
                volumeMounts: [{ name: 'data', mountPath: dataPath }],
              },
            ],
            volumes: [{ name: 'data', emptyDir: {} }],
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
  `mongodb://${databaseName(service)}.${DATABASE_NAMESPACE}.svc:27017/?replicaSet=secantus&retryWrites=false&directConnection=true`;

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

/** Installs Kafka and one database per service, and waits until they are ready. */
export async function installBackends(kubectl: Kubectl): Promise<void> {
  const databases = [...BACKENDS, RESTORE_TARGET].map((service) =>
    describeBackend({
      name: databaseName(service),
      namespace: DATABASE_NAMESPACE,
      image: DATABASE_IMAGE,
      labels: { app: databaseName(service) },
      port: 27_017,
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
    environment: KAFKA_SETTINGS,
  });
  const namespaces = [KAFKA_NAMESPACE, DATABASE_NAMESPACE].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  }));
  await kubectl.apply([...namespaces, ...kafka, ...databases.flat()]);
  const sets = [
    [KAFKA_NAMESPACE, 'kafka'],
    ...[...BACKENDS, RESTORE_TARGET].map((service) => [DATABASE_NAMESPACE, databaseName(service)]),
  ];
  for (const [namespace = '', name = ''] of sets)
    await kubectl.run(['-n', namespace, 'rollout', 'status', `statefulset/${name}`, `--timeout=${READY_MS / 1_000}s`], {
      timeoutMs: READY_MS + 5_000,
    });
}
