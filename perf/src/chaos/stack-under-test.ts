import { writeFileSync } from 'node:fs';
import { BACKENDS } from '@porchlight/contracts';
import type { Connection } from '@porchlight/tools/src/launcher/connection-file';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { localGet } from '@porchlight/tools/src/launcher/local-request';
import type { Ports } from '@porchlight/tools/src/launcher/ports';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import type { Crash } from './ledger';

/** Ways to break the stack; each resolves when what it broke serves again, and is written down as a crash. */
export interface StackUnderTest {
  readonly crashes: readonly Crash[];
  /** Processes that can be broken: services and backends of this machine. */
  readonly names: readonly string[];
  pid(name: string): number;
  /** Where a service tells whether it is ready. */
  readyUrl(service: string): string;
  /** The database server of each service that keeps data. */
  readonly databases: ReadonlyMap<string, string>;
  /** Ends a process as a power cut does; the launcher starts it again. */
  kill(name: string): Promise<void>;
  /** Stops a process for a while. It does not know of it. */
  freeze(name: string, ms: number): Promise<void>;
  /** Puts the clock of a service wrong for a while. */
  skew(name: string, byMs: number, ms: number): Promise<void>;
  /** Writes down that something else was broken while `work` ran. */
  during(of: string, work: () => Promise<void>): Promise<void>;
  /** Resolves when every service says that it is ready. */
  untilReady(): Promise<void>;
}

const READY_TIMEOUT_MS = 90_000;
const LOOK_MS = 100;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The stack of a data folder; `offsetsFile` is the file of clock offsets that its services were started with. */
export function openStackUnderTest({ connectionFile, portsFile }: DataFolder, offsetsFile: string): StackUnderTest {
  const read = (): Connection => readJson<Connection>(connectionFile)!;
  const crashes: Crash[] = [];
  const names = Object.keys(read().pids).filter((name) => name !== 'launcher');
  const pid = (name: string): number => read().pids[name]!;
  const readyUrl = (service: string): string => `${read().operations[service]}/readyz`;

  // Each service may have a server of its own; then the servers differ by their ports alone.
  const databases = new Map(
    BACKENDS.map((service) => {
      const uri = new URL(read().mongodbUri);
      if (names.includes(`${service}-database`)) uri.port = String(readJson<Ports>(portsFile)!.databases[service]);
      return [service, uri.href];
    }),
  );

  const untilReady = async (): Promise<void> => {
    const end = Date.now() + READY_TIMEOUT_MS;
    for (const name of Object.keys(read().operations)) {
      for (;;) {
        const { status, body } = await localGet(readyUrl(name), { timeoutMs: 1_000 });
        if (status === 200) break;
        if (Date.now() > end) throw new Error(`${name} is not ready again after ${READY_TIMEOUT_MS / 1000} s: ${body}`);
        await sleep(LOOK_MS);
      }
    }
  };

  const during = async (of: string, work: () => Promise<void>): Promise<void> => {
    const from = Date.now();
    try {
      await work();
      await untilReady();
    } finally {
      crashes.push({ of, from, to: Date.now() });
    }
  };

  return {
    crashes,
    names,
    pid,
    readyUrl,
    databases,
    untilReady,
    during,
    kill: (name) =>
      during(name, async () => {
        const old = pid(name);
        process.kill(old, 'SIGKILL');
        const end = Date.now() + READY_TIMEOUT_MS;
        while (pid(name) === old) {
          if (Date.now() > end) throw new Error(`${name} did not come back after kill -9.`);
          await sleep(LOOK_MS);
        }
      }),
    freeze: (name, ms) =>
      during(name, async () => {
        const frozen = pid(name);
        process.kill(frozen, 'SIGSTOP');
        await sleep(ms);
        process.kill(frozen, 'SIGCONT');
      }),
    async skew(name, byMs, ms) {
      writeFileSync(offsetsFile, JSON.stringify({ [name]: byMs }));
      await sleep(ms);
      writeFileSync(offsetsFile, '{}');
      await untilReady();
    },
  };
}
