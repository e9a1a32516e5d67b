import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KafkaChoice } from './backend-choice';
import { secureBrokerSettings, type BusSignIn } from './bus-sign-in';
import type { Supervised, ProcessEvents } from './supervised';
import { superviseProcess } from './supervise-process';
import type { LogFile } from './log-file';
import { isOpen, type BrokerPorts } from './ports';
import { writePrivateFile } from './private-file';

/** Files and ports of a native broker. */
export interface BrokerPlan {
  readonly choice: Extract<KafkaChoice, { kind: 'native' }>;
  readonly name: string;
  readonly folder: string;
  /** Its place in the cluster; its node id is one higher. */
  readonly index: number;
  /** All brokers of the cluster; each is a controller too. */
  readonly cluster: readonly BrokerPorts[];
  readonly log: LogFile;
  /** Clients sign in over TLS and have only the rights that they were granted; default: neither. */
  readonly signIn?: BusSignIn | undefined;
}

const FORMAT_TIMEOUT_MS = 180_000;
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 12_000;
const CLUSTER_STOP_TIMEOUT_MS = 4_000;

/** A supervised Kafka broker (KRaft) on the local JVM. Topics have a copy on each broker, at most three. */
export async function superviseKafkaBroker(plan: BrokerPlan, events: ProcessEvents): Promise<Supervised> {
  const { choice, name, folder, index, cluster, log, signIn } = plan;
  const { port, controllerPort } = cluster[index]!;
  const settings = join(folder, 'server.properties');
  const replication = Math.min(cluster.length, 3);
  const values: Record<string, string | number> = {
    node: index + 1,
    voters: cluster.map((one, nth) => `${nth + 1}@127.0.0.1:${one.controllerPort}`).join(','),
    replication,
    // A write is acknowledged by two brokers; one may be down.
    inSync: Math.max(1, replication - 1),
    port,
    controllerPort,
    folder: join(folder, 'data'),
  };
  await mkdir(folder, { recursive: true });
  const template = readFileSync(choice.settingsFile, 'utf8');
  const plain = template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  writePrivateFile(settings, signIn ? replaceSettings(plain, secureBrokerSettings(signIn, cluster[index]!)) : plain);
  if (!existsSync(join(folder, 'data', 'meta.properties'))) await format(choice, settings, signIn);
  return superviseProcess(
    {
      name,
      command: choice.java,
      args: [...choice.options, '-cp', choice.classPath, 'kafka.Kafka', settings],
      env: process.env,
      log,
      isReady: () => isOpen(port),
      readyTimeoutMs: READY_TIMEOUT_MS,
      // Of brokers that stop together, the last one finds no controller and would wait for one.
      stopTimeoutMs: cluster.length > 1 ? CLUSTER_STOP_TIMEOUT_MS : STOP_TIMEOUT_MS,
      deathSignal: 'TERM',
    },
    events,
  );
}

/** Lines `name=value` with other values for these names. */
function replaceSettings(text: string, settings: Readonly<Record<string, string>>): string {
  const others = text.split('\n').filter((line) => !Object.hasOwn(settings, line.slice(0, line.indexOf('='))));
  return `${[...others, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)].join('\n')}\n`;
}

/** Formats an empty log folder, once per data folder, with the users of the brokers. */
async function format(
  { java, classPath, clusterId }: BrokerPlan['choice'],
  settings: string,
  signIn: BusSignIn | undefined,
): Promise<void> {
  const users = Object.entries(signIn?.passwords ?? {}).flatMap(([name, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);
  const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '-t', clusterId, '-c', settings, ...users];
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
  await promisify(execFile)(java, [...quick, '-cp', classPath, ...tool], { timeout: FORMAT_TIMEOUT_MS });
}
