import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKENDS } from '@porchlight/contracts';
import type { Connection } from '@porchlight/tools/src/launcher/connection-file';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { localGet } from '@porchlight/tools/src/launcher/local-request';
import type { Ports } from '@porchlight/tools/src/launcher/ports';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import { locateOffsetsFile } from '../own-stack';
import type { Crash } from './ledger';

/** Faults of the stack. Each resolves after recovery and is recorded as a crash. */
export type StackUnderTest = Readonly<ReturnType<typeof openStackUnderTest>>;

const READY_TIMEOUT_MS = 90_000;
const LOOK_MS = 100;

/** The stack of a data folder. `slowdown` multiplies time limits. */
export function openStackUnderTest(folder: DataFolder, slowdown = 1) {
  const readyTimeoutMs = READY_TIMEOUT_MS * slowdown;
  const { connectionFile, portsFile } = folder;
  const offsetsFile = locateOffsetsFile(folder);
  const read = (): Connection => readJson<Connection>(connectionFile)!;
  const crashes: Crash[] = [];
  const names = Object.keys(read().pids).filter((name) => name !== 'launcher');
  const pid = (name: string): number => read().pids[name]!;
  const readyUrl = (service: string): string => `${read().operations[service]}/readyz`;

  // If each service has its own server, the servers differ by port.
  const databases = new Map(
    BACKENDS.map((service) => {
      const uri = new URL(read().mongodbUri);
      if (names.includes(`${service}-database`)) uri.port = String(readJson<Ports>(portsFile)!.databases[service]);
      return [service, uri.href];
    }),
  );

  const untilReady = async (): Promise<void> => {
    const end = Date.now() + readyTimeoutMs;
    for (const name of Object.keys(read().operations)) {
      for (;;) {
        const { status, body } = await localGet(readyUrl(name), { timeoutMs: 1_000 });
        if (status === 200) break;
        if (Date.now() > end) throw new Error(`${name} is not ready again after ${readyTimeoutMs / 1000} s: ${body}`);
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
    /** Local services and backends. */
    names,
    pid,
    /** Readiness URL of a service. */
    readyUrl,
    /** Database server of each service with data. */
    databases,
    /** Resolves when every service says that it is ready. */
    untilReady,
    /** Records another fault while `work` runs. */
    during,
    /** Kills a process; the launcher restarts it. */
    kill: (name: string): Promise<void> =>
      during(name, async () => {
        const old = pid(name);
        process.kill(old, 'SIGKILL');
        const end = Date.now() + readyTimeoutMs;
        while (pid(name) === old) {
          if (Date.now() > end) throw new Error(`${name} did not come back after kill -9.`);
          await sleep(LOOK_MS);
        }
      }),
    /** Suspends a process (SIGSTOP) for a while. */
    freeze: (name: string, ms: number): Promise<void> =>
      during(name, async () => {
        const frozen = pid(name);
        process.kill(frozen, 'SIGSTOP');
        await sleep(ms);
        process.kill(frozen, 'SIGCONT');
      }),
    /** Offsets the clock of a service for a while. */
    async skew(name: string, byMs: number, ms: number): Promise<void> {
      writeFileSync(offsetsFile, JSON.stringify({ [name]: byMs }));
      await sleep(ms);
      writeFileSync(offsetsFile, '{}');
      await untilReady();
    },
  };
}
