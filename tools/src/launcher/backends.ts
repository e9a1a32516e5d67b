import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { BACKENDS } from '@porchlight/contracts';
import type { BackendChoice } from './backend-choice';
import type { DataFolder } from './data-folder';
import { answersPing, becomesPrimary, keepDatabaseServer, nativeDatabaseUri } from './database-server';
import { findSetpriv } from './find-program';
import type { Guard } from './guard';
import { keepKafkaBroker } from './kafka-broker';
import type { Kept, KeptEvents } from './kept';
import { logFile } from './log-file';
import type { Ports } from './ports';
import type { BackendAddresses } from './service-environment';
import { answersKafka, ensureTopics } from './topics';

/** Running backends: the processes of this launcher (none for backends given by address) and their addresses. */
export interface Backends {
  readonly kept: readonly Kept[];
  readonly addresses: BackendAddresses;
}

const HOST = '127.0.0.1';

/** Options of the backends. */
export interface BackendsPlan {
  readonly root: string;
  readonly choice: BackendChoice;
  readonly folder: DataFolder;
  readonly ports: Pick<Ports, 'kafka' | 'kafkaController' | 'databases'>;
  readonly guard: Guard;
  readonly events: KeptEvents;
  /** Called with each backend before it starts, so that it is stopped if the other one fails. */
  readonly onKept: (kept: Kept) => void;
}

/** Starts Kafka and the databases concurrently and resolves when both serve and the topics exist. */
export async function startBackends(plan: BackendsPlan): Promise<Backends> {
  const [kafka, databases] = await Promise.all([startKafka(plan), startDatabases(plan)]);
  return {
    kept: [...kafka.kept, ...databases.kept],
    addresses: { kafkaBrokers: kafka.brokers, mongodbUris: databases.uris },
  };
}

async function startKafka(plan: BackendsPlan): Promise<{ kept: Kept[]; brokers: readonly string[] }> {
  const { choice, folder, ports, events, onKept, root } = plan;
  const brokers = choice.kafka.kind === 'address' ? choice.kafka.brokers : [`${HOST}:${ports.kafka}`];
  const kept = await createBroker(plan);
  if (kept) {
    onKept(kept);
    await kept.start();
  }
  await ensureTopics(root, brokers);
  return { kept: kept ? [kept] : [], brokers };

  async function createBroker({ guard }: BackendsPlan): Promise<Kept | undefined> {
    if (choice.kafka.kind === 'address') return undefined;
    if (choice.kafka.kind === 'native') {
      const { kafka: port, kafkaController: controllerPort } = ports;
      const log = logFile(folder.logs, 'kafka');
      return keepKafkaBroker(
        { choice: choice.kafka, folder: folder.kafka, port, controllerPort, log, setpriv: findSetpriv() },
        events,
      );
    }
    const { keepContainer } = await loadContainers();
    return keepContainer(
      {
        name: 'kafka',
        containerName: volumeNames(folder).kafka,
        image: choice.kafka.image,
        env: containerSettings(ports.kafka),
        port: { inside: 9092, here: ports.kafka },
        volume: { name: volumeNames(folder).kafka, path: '/var/lib/kafka/data' },
        isReady: () => answersKafka(brokers),
      },
      guard,
      events,
    );
  }
}

/** One server for all services; of the embedded server, which commits writes one after another, one per service. */
async function startDatabases(plan: BackendsPlan): Promise<{ kept: Kept[]; uris: BackendAddresses['mongodbUris'] }> {
  const { folder, ports, events, onKept } = plan;
  const choice = plan.choice.database;
  if (choice.kind !== 'secantus') {
    const { kept, uri } = await startDatabase(plan);
    return { kept, uris: Object.fromEntries(BACKENDS.map((name) => [name, uri])) as BackendAddresses['mongodbUris'] };
  }
  const setpriv = findSetpriv();
  const kept = BACKENDS.map((owner) => {
    const name = `${owner}-database`;
    const place = {
      name,
      folder: join(folder.database, owner),
      port: ports.databases[owner],
      log: logFile(folder.logs, name),
    };
    return keepDatabaseServer({ ...place, choice, setpriv }, events);
  });
  kept.forEach(onKept);
  await Promise.all(kept.map((one) => one.start()));
  const uris = BACKENDS.map((owner) => [owner, nativeDatabaseUri('secantus', ports.databases[owner])]);
  return { kept, uris: Object.fromEntries(uris) as BackendAddresses['mongodbUris'] };
}

async function startDatabase({
  choice,
  folder,
  ports,
  events,
  onKept,
  guard,
}: BackendsPlan): Promise<{ kept: Kept[]; uri: string }> {
  const { database } = choice;
  if (database.kind === 'address') {
    if (!(await answersPing(database.uri))) throw new Error('No database answers at MONGODB_URI.');
    return { kept: [], uri: database.uri };
  }
  const port = ports.databases.people;
  const uri = nativeDatabaseUri(database.kind === 'secantus' ? 'secantus' : 'mongod', port);
  const log = logFile(folder.logs, 'database');
  const kept =
    database.kind === 'container'
      ? (await loadContainers()).keepContainer(
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
      : keepDatabaseServer(
          { name: 'database', choice: database, folder: folder.database, port, log, setpriv: findSetpriv() },
          events,
        );
  onKept(kept);
  await kept.start();
  return { kept: [kept], uri };
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
async function loadContainers(): Promise<typeof import('./kept-container')> {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  return import('./kept-container');
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
  const wanted = [
    kafka.kind === 'container' ? names.kafka : '',
    database.kind === 'container' ? names.database : '',
  ].filter(Boolean);
  if (wanted.length > 0) await (await loadContainers()).removeVolumes(wanted);
}
