import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { BACKENDS } from '@porchlight/contracts';
import type { BackendChoice } from './backend-choice';
import { ADMINISTRATOR, busSecurityOf, type BusSignIn } from './bus-sign-in';
import type { DataFolder } from './data-folder';
import { answersPing, becomesPrimary, superviseDatabaseServer, nativeDatabaseUri } from './database-server';
import type { Guard } from './guard';
import { superviseKafkaBroker } from './kafka-broker';
import type { Supervised, ProcessEvents } from './supervised';
import { logFile } from './log-file';
import type { Ports } from './ports';
import type { BackendAddresses } from './service-environment';
import { answersKafka, ensureTopics, grantServices } from './topics';

const HOST = '127.0.0.1';

/** Options of the backends. */
export interface BackendsPlan {
  readonly root: string;
  readonly choice: BackendChoice;
  readonly folder: DataFolder;
  readonly ports: Pick<Ports, 'kafka' | 'databases'>;
  readonly guard: Guard;
  readonly events: ProcessEvents;
  /** Called with each backend before it starts, so that it is stopped if the other one fails. */
  readonly onStart: (backend: Supervised) => void;
  /** One database server for all services, which does not wait for the disk at a commit: for tests. */
  readonly isScratch?: boolean;
  /** Services sign in to Kafka and have only their rights. */
  readonly signIn?: BusSignIn | undefined;
}

/** Starts Kafka and the databases concurrently and resolves when both serve and the topics exist. */
export async function startBackends(plan: BackendsPlan): Promise<BackendAddresses> {
  const [kafkaBrokers, mongodbUris] = await Promise.all([startKafka(plan), startDatabases(plan)]);
  return { kafkaBrokers, mongodbUris, isEmbedded: plan.choice.database.kind === 'secantus' };
}

async function start(backend: Supervised, { onStart }: BackendsPlan): Promise<void> {
  onStart(backend);
  await backend.start();
}

async function startKafka(plan: BackendsPlan): Promise<readonly string[]> {
  const { choice, ports, root, signIn } = plan;
  const { kafka } = choice;
  const brokers = kafka.kind === 'address' ? kafka.brokers : ports.kafka.map(({ port }) => `${HOST}:${port}`);
  await Promise.all((await createBrokers(plan, brokers)).map((broker) => start(broker, plan)));
  if (!signIn) await ensureTopics(root, brokers);
  else {
    const security = busSecurityOf(signIn, ADMINISTRATOR);
    await ensureTopics(root, brokers, security);
    await grantServices(root, brokers, security);
  }
  return brokers;
}

async function createBrokers(plan: BackendsPlan, brokers: readonly string[]): Promise<Supervised[]> {
  const { choice, folder, ports, events, guard, signIn } = plan;
  const { kafka } = choice;
  if (kafka.kind === 'address') return [];
  const cluster = ports.kafka;
  if (kafka.kind === 'native')
    return Promise.all(
      cluster.map((_ports, index) => {
        const alone = cluster.length === 1;
        const name = alone ? 'kafka' : `kafka-${index + 1}`;
        const place = alone ? folder.kafka : join(folder.kafka, String(index + 1));
        const log = logFile(folder.logs, name);
        return superviseKafkaBroker({ choice: kafka, name, folder: place, index, cluster, log, signIn }, events);
      }),
    );
  const [{ port } = { port: 0 }] = cluster;
  const { superviseContainer } = await loadContainers();
  return [
    superviseContainer(
      {
        name: 'kafka',
        containerName: volumeNames(folder).kafka,
        image: kafka.image,
        env: containerSettings(port),
        port: { inside: 9092, here: port },
        volume: { name: volumeNames(folder).kafka, path: '/var/lib/kafka/data' },
        isReady: () => answersKafka(brokers),
      },
      guard,
      events,
    ),
  ];
}

/** One server for all services; of the embedded server, which commits writes one after another, one per service. */
async function startDatabases(plan: BackendsPlan): Promise<BackendAddresses['mongodbUris']> {
  const { folder, ports, events } = plan;
  const choice = plan.choice.database;
  if (choice.kind !== 'secantus' || plan.isScratch) {
    const uri = await startDatabase(plan);
    return Object.fromEntries(BACKENDS.map((name) => [name, uri])) as BackendAddresses['mongodbUris'];
  }
  const servers = BACKENDS.map((owner) => {
    const name = `${owner}-database`;
    const place = {
      name,
      folder: join(folder.database, owner),
      port: ports.databases[owner],
      log: logFile(folder.logs, name),
    };
    return superviseDatabaseServer({ ...place, choice }, events);
  });
  await Promise.all(servers.map((server) => start(server, plan)));
  const uris = BACKENDS.map((owner) => [owner, nativeDatabaseUri('secantus', ports.databases[owner])]);
  return Object.fromEntries(uris) as BackendAddresses['mongodbUris'];
}

async function startDatabase(plan: BackendsPlan): Promise<string> {
  const { folder, ports, events, guard, isScratch } = plan;
  const { database } = plan.choice;
  if (database.kind === 'address') {
    if (!(await answersPing(database.uri))) throw new Error('No database answers at MONGODB_URI.');
    return database.uri;
  }
  const port = ports.databases.people;
  const uri = nativeDatabaseUri(database.kind === 'secantus' ? 'secantus' : 'mongod', port);
  const log = logFile(folder.logs, 'database');
  const server =
    database.kind === 'container'
      ? (await loadContainers()).superviseContainer(
          {
            name: 'database',
            containerName: volumeNames(folder).database,
            image: database.image,
            command: ['mongod', '--replSet', 'rs0', '--bind_ip_all'],
            env: {},
            port: { inside: 27017, here: port },
            volume: { name: volumeNames(folder).database, path: '/data/db' },
            isReady: () => becomesPrimary(uri, '127.0.0.1:27017'),
          },
          guard,
          events,
        )
      : superviseDatabaseServer(
          { name: 'database', choice: database, folder: folder.database, port, log, isScratch },
          events,
        );
  await start(server, plan);
  return uri;
}

/** The names of a data folder's containers and of their volumes. */
function volumeNames(folder: DataFolder): { kafka: string; database: string } {
  const id = createHash('sha256').update(folder.path).digest('hex').slice(0, 12);
  return { kafka: `porchlight-${id}-kafka`, database: `porchlight-${id}-database` };
}

/**
 * Loaded only with an engine, because it is large. The reaper is disabled, because it is a further image; the guard
 * replaces it.
 */
async function loadContainers(): Promise<typeof import('./supervise-container')> {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  return import('./supervise-container');
}

/** One node with a mapped port for this machine and an inner port for itself. */
function containerSettings(port: number): Record<string, string> {
  return {
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_LISTENERS: 'PLAINTEXT://:9092,INTERNAL://localhost:9094,CONTROLLER://localhost:9093',
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${HOST}:${port},INTERNAL://localhost:9094`,
    KAFKA_INTER_BROKER_LISTENER_NAME: 'INTERNAL',
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
    KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    KAFKA_BROKER_SESSION_TIMEOUT_MS: '3000',
    KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
    KAFKA_LOG_DIRS: '/var/lib/kafka/data',
  };
}

/** Removes the volumes of a data folder's containers, if there are any. */
export async function removeDataVolumes(folder: DataFolder, { kafka, database }: BackendChoice): Promise<void> {
  const names = volumeNames(folder);
  const volumes = [
    kafka.kind === 'container' ? names.kafka : '',
    database.kind === 'container' ? names.database : '',
  ].filter(Boolean);
  if (volumes.length > 0) await (await loadContainers()).removeVolumes(volumes);
}
