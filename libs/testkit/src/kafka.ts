import type { ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Certificates } from './create-certificates';
import { classPath, fetchKafka } from './fetch-kafka';
import { freePort } from './free-port';
import {
  endProcess,
  foreignServer,
  isAccessible,
  readTail,
  spawnLogged,
  startServer,
  waitForEnd,
  waitUntilReady,
  type TestServer,
} from './test-server';

/** A second listener with TLS, client certificates of the same authority, and a password. */
export interface CertifiedListener {
  readonly certificates: Certificates;
  readonly username: string;
  readonly password: string;
}

/**
 * A second listener with TLS where users sign in by SCRAM-SHA-512 and have only the rights that they were granted. The
 * first listener stays without sign-in and has all rights.
 */
export interface AuthorizedListener {
  readonly certificates: Certificates;
  /** Passwords by user. */
  readonly users: Readonly<Record<string, string>>;
}

/** A second listener besides the one without TLS. */
export type SecureListener = CertifiedListener | AuthorizedListener;

export interface TestKafka extends TestServer {
  /** `host:port` of the TLS listener, if requested. */
  readonly secureBroker?: string;
  /** `host:port` each. */
  readonly brokers: readonly string[];
}

const CLUSTER_ID = 'cG9yY2hsaWdodC10ZXN0cw';
const READY_MS = 60_000;
const TRIES = 3;

const JVM = [
  '-Xms128m',
  '-Xmx384m',
  '-Xss512k',
  '-XX:MaxMetaspaceSize=128m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:+ExitOnOutOfMemoryError',
  '-Djava.net.preferIPv4Stack=true',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
];

/** Settings of one node that is broker and controller, reduced for tests. */
const properties = (
  port: number,
  controllerPort: number,
  data: string,
  more: Readonly<Record<string, string>>,
): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': data,
    'auto.create.topics.enable': false,
    'num.network.threads': 2,
    'num.io.threads': 2,
    'background.threads': 2,
    'group.coordinator.threads': 1,
    'group.initial.rebalance.delay.ms': 0,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'controller.quorum.append.linger.ms': 2,
    'metadata.max.idle.interval.ms': 5000,
    'log.cleaner.dedupe.buffer.size': 16_777_216,
    'log.index.size.max.bytes': 1_048_576,
    'log.segment.bytes': 67_108_864,
    // With the default of 9 s a restart after kill -9 waits that long for the session of the killed broker.
    'broker.session.timeout.ms': 3000,
    'broker.heartbeat.interval.ms': 500,
    ...more,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Settings of the TLS listener; writes its certificates into `home`. */
const secured = async (
  home: string,
  ports: { plain: number; controller: number; secure: number },
  secure: SecureListener,
): Promise<Record<string, string>> => {
  const [keys, authority] = [join(home, 'keys.pem'), join(home, 'authority.pem')];
  await writeFile(keys, `${secure.certificates.key}\n${secure.certificates.cert}\n`);
  await writeFile(authority, secure.certificates.ca);
  const signIn =
    'users' in secure
      ? {
          'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
          'scram-sha-512.sasl.jaas.config': 'org.apache.kafka.common.security.scram.ScramLoginModule required;',
        }
      : {
          'ssl.client.auth': 'required',
          'sasl.enabled.mechanisms': 'PLAIN',
          'plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required user_${secure.username}="${secure.password}";`,
        };
  const own = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keys,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': authority,
    ...signIn,
  };
  const authorization = 'users' in secure && {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:ANONYMOUS',
  };
  return {
    listeners: `PLAINTEXT://127.0.0.1:${ports.plain},SECURE://127.0.0.1:${ports.secure},CONTROLLER://127.0.0.1:${ports.controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.plain},SECURE://localhost:${ports.secure}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SECURE:SASL_SSL,CONTROLLER:PLAINTEXT',
    ...authorization,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`listener.name.secure.${name}`, value])),
  };
};

/**
 * A Kafka for tests: the brokers of TEST_KAFKA_BROKERS, else one node of Apache Kafka on the local Java, with free
 * ports and a temporary folder. The node ends with this process. A TLS listener always starts a new node.
 */
export const startKafka = async ({ secure }: { readonly secure?: SecureListener } = {}): Promise<TestKafka> => {
  const { TEST_KAFKA_BROKERS: addresses, PATH = '/usr/bin:/bin' } = process.env;
  if (addresses && !secure) return { ...foreignServer('TEST_KAFKA_BROKERS'), brokers: addresses.split(',') };
  const libraries = await fetchKafka();
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOwn(libraries, PATH, secure);
    } catch (error) {
      if (attempt === TRIES) throw error; // Another process may have taken the port that was free a moment ago.
    }
  }
};

const startOwn = async (libraries: string, path: string, secure: SecureListener | undefined): Promise<TestKafka> => {
  const home = await mkdtemp(join(tmpdir(), 'porchlight-kafka-'));
  const port = await freePort(3);
  const [controllerPort, securePort] = [port + 1, port + 2];
  const config = join(home, 'server.properties');
  const more = secure
    ? await secured(home, { plain: port, controller: controllerPort, secure: securePort }, secure)
    : {};
  await writeFile(config, properties(port, controllerPort, join(home, 'data'), more));
  const jars = await classPath(libraries);
  const shared = dirname(libraries);
  const archive = join(shared, 'classes.jsa');
  const java = (options: readonly string[], log: string): Promise<ChildProcess> =>
    spawnLogged(['java', ...JVM, ...options], log, { path });

  /** Creates the data folder. The first one is cached as a template, because each run of the tool takes a second. */
  const format = async (): Promise<void> => {
    const data = join(home, 'data');
    const template = join(shared, 'formatted');
    const users = secure && 'users' in secure ? Object.entries(secure.users) : [];
    const scram = users.flatMap(([name, word]) => ['--add-scram', `SCRAM-SHA-512=[name=${name},password=${word}]`]);
    if (scram.length === 0 && (await isAccessible(template))) return cp(template, data, { recursive: true });
    const log = join(home, 'format.log');
    const tool = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', config, ...scram];
    const formatting = await java(['-cp', jars, ...tool], log);
    await waitForEnd(formatting);
    if (formatting.exitCode !== 0) throw new Error(`Kafka's data folder could not be made: ${await readTail(log)}`);
    if (scram.length > 0) return;
    const draft = `${template}.${process.pid}`;
    await cp(data, draft, { recursive: true });
    // If another process was faster, its template is used.
    await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  };

  /** Writes a class data archive once, by a first start and stop: later starts take half as long. */
  const archiveClasses = async (): Promise<void> => {
    if (await isAccessible(archive)) return;
    const draft = `${archive}.${process.pid}`;
    const options = [`-XX:ArchiveClassesAtExit=${draft}`, '-Xlog:disable', '-cp', jars, 'kafka.Kafka', config];
    const first = await java(options, join(home, 'archive.log'));
    try {
      await waitUntilReady(first, () => greet(port), READY_MS);
    } finally {
      await endProcess(first, 'SIGTERM');
    }
    await rename(draft, archive).catch(() => undefined);
  };

  try {
    await format();
    await archiveClasses();
  } catch (error) {
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
  const log = join(home, 'broker.log');
  const server = await startServer({
    name: 'Kafka',
    folder: home,
    log,
    timeoutMs: READY_MS,
    spawn: async () => {
      const quick = [`-XX:SharedArchiveFile=${archive}`, '-Xshare:auto', '-Xlog:disable'];
      return java([...((await isAccessible(archive)) ? quick : []), '-cp', jars, 'kafka.Kafka', config], log);
    },
    tryConnect: () => greet(port),
  });
  return Object.assign(server, {
    brokers: [`127.0.0.1:${port}`],
    ...(secure && { secureBroker: `localhost:${securePort}` }),
  });
};

/** Sends an ApiVersions request (version 0): a response means that the broker serves requests, not only listens. */
const greet = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setTimeout(2_000, () => socket.destroy(new Error('Kafka gives no answer.')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Kafka closed the connection.')));
    socket.once('data', (answer) => {
      socket.destroy();
      const good = answer.length >= 10 && answer.readInt32BE(4) === 1 && answer.readInt16BE(8) === 0;
      if (good) resolve();
      else reject(new Error('What answers there is not Kafka.'));
    });
  });
