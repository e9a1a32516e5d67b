import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckContext } from './check-context';
import type { LoadPlan, LoadResult } from './load-client';

const STOP_MS = 20_000;
/** Connections are open before what is tested begins. */
const WARM_UP_MS = 2_000;

/** Starts a load from the client of the checks. */
export async function startLoad(
  { root, client }: CheckContext,
  { callers = 8, everyMs = 200, paths = [] }: Partial<LoadPlan> = {},
) {
  const plan = ['--callers', String(callers), '--every-ms', String(everyMs), ...paths];
  const main = join(root, 'dist', 'lab', 'cluster', 'main.js');
  const [program, args] = client.command(main, 'load', '--connection', client.connectionFile, ...plan);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await pause(WARM_UP_MS);
  if (child.exitCode !== null) throw new Error(`The load ended with ${child.exitCode} before it was stopped.`);
  return {
    /** Waits for open calls and returns the counts. */
    async stop(): Promise<LoadResult> {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
      return JSON.parse(output) as LoadResult;
    },
  };
}
