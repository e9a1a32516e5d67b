import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A stack with a launcher of its own, started as a user would start it. */
export interface LaunchedStack {
  /** The launcher, which a test may kill. */
  readonly child: ChildProcess;
  /** True if it started. */
  readonly ready: Promise<boolean>;
  /** The last lines of its output. */
  output(): string;
  /** Stops everything; true if the stop was orderly. */
  stop(): Promise<boolean>;
}

const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 120_000;

/** Starts a stack on a data folder, on free ports. `args` are further options of `npm start`. */
export function launchStack(
  { root, node }: { root: string; node: string },
  data: string,
  options: { args: readonly string[]; env?: NodeJS.ProcessEnv },
): LaunchedStack {
  const main = join(root, 'dist', 'tools', 'launcher', 'main.js');
  const args = [main, 'start', '--data', data, '--port', '0', ...options.args];
  const child: ChildProcess = spawn(node, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...options.env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-65_536)));
  }
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)));
  const timer = setTimeout(() => child.kill('SIGTERM'), START_TIMEOUT_MS);
  const ready = Promise.race([
    new Promise<boolean>((resolve) => child.on('message', (message: object) => 'ready' in message && resolve(true))),
    ended.then(() => false),
  ]).finally(() => clearTimeout(timer));
  return {
    child,
    ready,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      return ended.finally(() => clearTimeout(force));
    },
  };
}
