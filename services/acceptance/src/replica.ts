import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { dataFolder, readConnection } from './connection';

/** A further process of a service of the running stack: same program, same settings, other ports. */
export interface Replica {
  readonly name: string;
  readonly readyUrl: string;
  start(): Promise<void>;
  /** Asks it to end, as a release does. Tells how it ended and how long that took. */
  replace(): Promise<{ readonly code: number | null; readonly ms: number }>;
  /** Ends it at once, if it runs. */
  kill(): void;
}

const READY_TIMEOUT_MS = 60_000;
const LOOK_MS = 50;

/** Describes a replica; `settings` differ from those of the stack's own process. */
export function createReplica(service: string, name: string, operationsPort: number, settings: Readonly<Record<string, string>>): Replica {
  const readyUrl = `http://127.0.0.1:${operationsPort}/readyz`;
  const { command, env } = processOf(readConnection().pids[service]!);
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const log = openSync(join(dataFolder, 'logs', `replica-${name}.log`), 'a');
    const [program, ...args] = command;
    const started = spawn(program!, args, { env: { ...env, ...settings, OPERATIONS_PORT: String(operationsPort) }, stdio: ['ignore', log, log] });
    child = started;
    closeSync(log);
    const end = performance.now() + READY_TIMEOUT_MS;
    while (!(await isReady(readyUrl))) {
      if (started.exitCode !== null || performance.now() > end) throw new Error(`${name} is not ready; see its log`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  return {
    name,
    readyUrl,
    start,
    async replace() {
      const old = child!;
      const since = performance.now();
      const ended = once(old, 'exit') as Promise<[number | null]>;
      old.kill('SIGTERM');
      const [code] = await ended;
      const ms = performance.now() - since;
      await start();
      return { code, ms };
    },
    kill: () => void child?.kill('SIGKILL'),
  };
}

/** How a process was started, as the system tells; Linux. */
export function processOf(pid: number): { command: string[]; env: Record<string, string> } {
  const parts = (file: string): string[] => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter((part) => part !== '');
  const env = Object.fromEntries(parts('environ').map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]));
  return { command: parts('cmdline'), env };
}

/** Whether a process says that it is ready. */
export const isReady = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = get(url, { agent: false, timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(false));
  });
