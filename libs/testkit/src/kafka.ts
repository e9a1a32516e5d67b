import { spawn, type ChildProcess } from 'node:child_process';
import { access, cp, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { addressList, loadConfig } from '@porchlight/runtime';
import * as z from 'zod';
import type { Certificates } from './create-certificates';
import { eventually } from './eventually';
import { classPath, fetchKafka } from './fetch-kafka';
import { findProgram } from './fetch-database';
import { freePort } from './free-port';

/** A second listener with TLS, client certificates of the same authority, and a password. */
export interface SecureListener {
  readonly certificates: Certificates;
  readonly username: string;
  readonly password: string;
}

export interface TestKafka {
  /** `host:port` of the TLS listener, if requested. */
  readonly secureBroker?: string;
  /** `host:port` each. */
  readonly brokers: readonly string[];
  /** Stops the broker and removes its data; does nothing for brokers of TEST_KAFKA_BROKERS. */
  stop(): Promise<void>;
  /** Kills the broker with SIGKILL. Fails for brokers of TEST_KAFKA_BROKERS: see `owned`. */
  kill9(): Promise<void>;
  /** Starts the server again with its data, at the same address, after `kill9`. */
  restart(): Promise<void>;
  /** False for brokers of TEST_KAFKA_BROKERS, which tests must not kill. */
  readonly owned: boolean;
  readonly pid: number | undefined;
}

const schema = z.object({ TEST_KAFKA_BROKERS: addressList().optional(), PATH: z.string().prefault('/usr/bin:/bin') });

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
  const own = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keys,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': authority,
    'ssl.client.auth': 'required',
    'sasl.enabled.mechanisms': 'PLAIN',
    'plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required user_${secure.username}="${secure.password}";`,
  };
  return {
    listeners: `PLAINTEXT://127.0.0.1:${ports.plain},SECURE://127.0.0.1:${ports.secure},CONTROLLER://127.0.0.1:${ports.controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.plain},SECURE://localhost:${ports.secure}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SECURE:SASL_SSL,CONTROLLER:PLAINTEXT',
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`listener.name.secure.${name}`, value])),
  };
};

/**
 * A Kafka for tests: the brokers of TEST_KAFKA_BROKERS, else one node of Apache Kafka on the local Java, with free
 * ports and a temporary folder. The node ends with this process. A TLS listener always starts a new node.
 */
export const startKafka = async ({ secure }: { readonly secure?: SecureListener } = {}): Promise<TestKafka> => {
  const { TEST_KAFKA_BROKERS: given, PATH } = loadConfig(schema);
  if (given && !secure) return givenKafka(given);
  const setpriv = await findProgram('setpriv', PATH);
  const libraries = await fetchKafka();
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOwn(libraries, setpriv, secure);
    } catch (error) {
      if (attempt === TRIES) throw error; // Another process may have taken the port that was free a moment ago.
    }
  }
};

const startOwn = async (
  libraries: string,
  setpriv: string | undefined,
  secure: SecureListener | undefined,
): Promise<TestKafka> => {
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
  let child: ChildProcess | undefined;
  let stopped = false;

  const java = async (options: readonly string[], log: string): Promise<ChildProcess> => {
    // The kernel ends the broker when this process ends, also by SIGKILL.
    const command = [...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []), 'java', ...JVM, ...options];
    const output = await open(log, 'a');
    try {
      return spawn(command[0] as string, command.slice(1), { stdio: ['ignore', output.fd, output.fd] });
    } finally {
      await output.close();
    }
  };

  const start = async (): Promise<void> => {
    // A test that timed out may reach this line after its clean-up.
    if (stopped) throw new Error('Kafka was stopped for good.');
    const log = join(home, 'broker.log');
    const quick = (await exists(archive)) ? ['-Xshare:auto', `-XX:SharedArchiveFile=${archive}`, '-Xlog:disable'] : [];
    const started = await java([...quick, '-cp', jars, 'kafka.Kafka', config], log);
    child = started;
    try {
      await eventually(() => (hasEnded(started) ? undefined : greet(port)), { timeoutMs: READY_MS });
    } catch (error) {
      await end(started, 'SIGKILL');
      throw error;
    }
    if (hasEnded(started)) throw new Error(`Kafka ended by itself: ${await tail(log)}`);
  };

  /** Creates the data folder. The first one is cached as a template, because each run of the tool takes a second. */
  const format = async (): Promise<void> => {
    const data = join(home, 'data');
    const template = join(shared, 'formatted');
    if (await exists(template)) return cp(template, data, { recursive: true });
    const log = join(home, 'format.log');
    const tool = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', config];
    const formatting = await java(['-cp', jars, ...tool], log);
    await ended(formatting);
    if (formatting.exitCode !== 0) throw new Error(`Kafka's data folder could not be made: ${await tail(log)}`);
    const draft = `${template}.${process.pid}`;
    await cp(data, draft, { recursive: true });
    // If another process was faster, its template is used.
    await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  };

  /** Writes a class data archive once, by a first start and stop: later starts take half as long. */
  const archiveClasses = async (): Promise<void> => {
    if (await exists(archive)) return;
    const draft = `${archive}.${process.pid}`;
    const options = [`-XX:ArchiveClassesAtExit=${draft}`, '-Xlog:disable', '-cp', jars, 'kafka.Kafka', config];
    const first = await java(options, join(home, 'archive.log'));
    try {
      await eventually(() => (hasEnded(first) ? undefined : greet(port)), { timeoutMs: READY_MS });
    } finally {
      await end(first, 'SIGTERM');
    }
    await rename(draft, archive).catch(() => undefined);
  };

  const stop = async (): Promise<void> => {
    stopped = true;
    // The data is deleted too, so a clean shutdown is not necessary.
    if (child) await end(child, 'SIGKILL');
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  };

  try {
    await format();
    await archiveClasses();
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    brokers: [`127.0.0.1:${port}`],
    ...(secure && { secureBroker: `localhost:${securePort}` }),
    stop,
    async kill9() {
      if (child) await end(child, 'SIGKILL');
    },
    restart: start,
    owned: true,
    get pid() {
      return child?.pid;
    },
  };
};

const givenKafka = (brokers: readonly string[]): TestKafka => {
  const foreign = async (): Promise<void> => {
    throw new Error('The brokers of TEST_KAFKA_BROKERS are not ours to kill or start.');
  };
  return { brokers, stop: async () => undefined, kill9: foreign, restart: foreign, owned: false, pid: undefined };
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    if (hasEnded(child)) return resolve();
    child.once('exit', () => resolve());
    child.once('error', reject);
  });

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended(child);
  clearTimeout(timer);
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const tail = async (file: string): Promise<string> => (await readFile(file, 'utf8').catch(() => '')).slice(-1_500);

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
