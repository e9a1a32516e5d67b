import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KafkaChoice } from './backend-choice';
import type { Supervised, ProcessEvents } from './supervised';
import { superviseProcess } from './supervise-process';
import type { LogFile } from './log-file';
import { isOpen } from './ports';

/** Files and ports of a native broker. */
export interface BrokerPlan {
  readonly choice: Extract<KafkaChoice, { kind: 'native' }>;
  readonly folder: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly log: LogFile;
  readonly setpriv: string | undefined;
}

const FORMAT_TIMEOUT_MS = 60_000;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 12_000;

/** A supervised Kafka broker (KRaft, one node) on the local JVM. */
export async function superviseKafkaBroker(plan: BrokerPlan, events: ProcessEvents): Promise<Supervised> {
  const { choice, folder, port, controllerPort, log, setpriv } = plan;
  const settings = join(folder, 'server.properties');
  const values: Record<string, string | number> = { port, controllerPort, folder: join(folder, 'data') };
  const template = readFileSync(choice.settingsFile, 'utf8');
  await writeFile(
    settings,
    template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  );
  if (!existsSync(join(folder, 'data', 'meta.properties'))) await format(choice, settings);
  return superviseProcess(
    {
      name: 'kafka',
      command: choice.java,
      args: [...choice.options, '-cp', choice.classPath, 'kafka.Kafka', settings],
      env: process.env,
      log,
      isReady: () => isOpen(port),
      readyTimeoutMs: READY_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
      deathSignal: 'TERM',
      setpriv,
    },
    events,
  );
}

/** Formats an empty log folder, once per data folder. */
async function format({ java, classPath, clusterId }: BrokerPlan['choice'], settings: string): Promise<void> {
  const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '-t', clusterId, '-c', settings];
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
  await promisify(execFile)(java, [...quick, '-cp', classPath, ...tool], { timeout: FORMAT_TIMEOUT_MS });
}
