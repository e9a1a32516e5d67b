import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderAt } from '@porchlight/tools/src/launcher/data-folder';
import { readBackendChoice } from '@porchlight/tools/src/launcher/backend-choice';
import type { Ports } from '@porchlight/tools/src/launcher/ports';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import { launchStack } from '@porchlight/tools/src/test/launch-stack';
import { startDatabaseProxy } from './database-proxy';
import { describeChaos } from './chaos-report';
import { runChaos, type ChaosResult } from './run-chaos';

export interface OwnStackOptions {
  readonly root: string;
  readonly node: string;
  /** Duration from the ready stack to the report; at most 10 with the start. */
  readonly minutes: number;
  readonly seed: number;
  /** Kafka brokers, 1 or 3. */
  readonly brokers: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Short retries. Nothing is given up during the run, even with a clock that is 2 h fast. */
const PROFILE = ['--retry-interval', '2s', '--give-up-after', '36h'];
/** Time for draining queues, reading all records and stopping. */
const CLOSING_MS = 32_000;
/** Time for the rolling release. */
const RELEASE_MS = 35_000;
const MAX_MS = 10 * 60_000;
/** From this duration on, processes are stopped for 15 s. */
const LONG_MINUTES = 5;
const LONG = { spanMs: 15_000, warmUpMs: 20_000, calmMs: 4_000, rate: 5 } as const;
const SHORT = { spanMs: 2_000, warmUpMs: 10_000, calmMs: 300, rate: 4 } as const;

/** Starts a stack, breaks it, prints the ledger and removes the stack. Stores its logs if a claim fails. */
export async function runChaosOnOwnStack({
  root,
  node,
  minutes,
  seed,
  brokers,
  signal,
  say,
}: OwnStackOptions): Promise<ChaosResult> {
  const began = Date.now();
  const folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-chaos-')));
  const offsetsFile = join(folder.path, 'clock-offsets.json');
  const own = readBackendChoice().database.kind !== 'address';
  const databaseProxy = own
    ? await startDatabaseProxy(() => readJson<Ports>(folder.portsFile)?.databases.people)
    : undefined;
  const proxies = databaseProxy && { PORCHLIGHT_DATABASE_PROXIES: `people=${databaseProxy.port}` };
  const env = { ...proxies, CLOCK_OFFSETS_FILE: offsetsFile, WEBHOOKS_PER_EVENT: '20', LOG_LEVEL: 'info' };
  const stack = launchStack({ root, node }, folder.path, { args: [...PROFILE, '--brokers', String(brokers)], env });
  const stop = (): void => void stack.child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let held = false;
  try {
    if (!(await stack.ready)) throw new Error(`The stack did not start:\n${stack.output()}`);
    say(`Seed ${seed}, ${minutes} minutes at most; a stack is up in ${folder.path}`);
    const long = minutes >= LONG_MINUTES;
    const form = long ? LONG : SHORT;
    const latest = began + MAX_MS - CLOSING_MS;
    // Counted from the end of the release, so that a slow release does not shorten the scenarios.
    const until = (): number => Math.min(Date.now() + minutes * 60_000 - RELEASE_MS - CLOSING_MS, latest);
    const result = await runChaos({
      root,
      folder,
      offsetsFile,
      seed,
      until,
      long,
      databaseProxy,
      ...form,
      signal,
      say,
    });
    say(describeChaos(result, seed));
    held = result.entries.every(({ ok }) => ok);
    return result;
  } finally {
    await stack.stop();
    await databaseProxy?.stop();
    signal.removeEventListener('abort', stop);
    if (!held) keepLogs(root, folder.logs, say);
    rmSync(folder.path, { recursive: true, force: true });
  }
}

function keepLogs(root: string, logs: string, say: (line: string) => void): void {
  const copied = join('.cache', 'chaos-logs');
  rmSync(join(root, copied), { recursive: true, force: true });
  if (!existsSync(logs)) return;
  cpSync(logs, join(root, copied), { recursive: true });
  say(`The logs of the stack are in ${copied}/.`);
}
