import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { localGet } from '@porchlight/tools/src/launcher/local-request';
import { identify, isRunning, signal as send } from '@porchlight/tools/src/launcher/process-identity';
import { findAccount, type Connection } from '@porchlight/tools/src/send/connection';
import { createServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Release, Replaced, Write } from './ledger';
import { startReleaseTraffic } from './release-traffic';
import { startSecondProcesses, type Replaceable } from './second-processes';
import type { StackUnderTest } from './stack-under-test';

export interface RollingReleaseOptions {
  readonly folder: DataFolder;
  readonly stack: StackUnderTest;
  readonly connection: Connection;
  readonly accounts: readonly number[];
  readonly run: string;
  /** Multiplies time limits; 1 on a usual machine. */
  readonly slowdown: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Responses between two replacements. */
const BETWEEN = 20;
const WAIT_MS = 60_000;
const LOOK_MS = 30;
const CALL_TIMEOUT_MS = 15_000;

/** A rolling release: replaces two processes of each service and two gateways one by one, under load. */
export async function rollingRelease({
  folder,
  stack,
  connection,
  accounts,
  run,
  slowdown,
  signal,
  say,
}: RollingReleaseOptions): Promise<{ release: Release; people: readonly Write[] }> {
  const since = Date.now();
  const second = await startSecondProcesses(folder, stack);
  const there = { ...connection, baseUrl: second.baseUrl };
  const clients = new Map(
    accounts.map((id) => [
      id,
      createServiceClient(there, findAccount(there, id), { timeoutMs: CALL_TIMEOUT_MS * slowdown }),
    ]),
  );
  try {
    const traffic = await startReleaseTraffic(clients, run, slowdown);
    const replaced: Replaced[] = [];
    const someAnswers = (): Promise<void> => {
      const enough = traffic.answered + BETWEEN;
      return until('answers', async () => traffic.answered >= enough, signal, slowdown);
    };
    try {
      for (const one of second.replaceable) {
        await someAnswers();
        replaced.push(await replace(one, signal, slowdown));
      }
      await someAnswers();
    } finally {
      await traffic.stop();
    }
    const { answered, failed, repeated, made, people } = traffic;
    const release = { answered, failed, repeated, replaced, made, found: await traffic.found() };
    say(
      `  ${`replace ${replaced.length} processes one by one`.padEnd(70)} ${((Date.now() - since) / 1000).toFixed(1).padStart(5)} s  ${answered} calls, ${failed.length} failed`,
    );
    return { release, people };
  } finally {
    await Promise.all([...clients.values()].map((client) => client.close()));
    await second.stop();
  }
}

/** Sends SIGTERM to a process and waits for its successor. */
async function replace(
  { name, readyUrl, logFile, pid }: Replaceable,
  signal: AbortSignal,
  slowdown: number,
): Promise<Replaced> {
  const old = identify(pid() ?? 0);
  if (old === undefined) throw new Error(`${name} does not run.`);
  const since = performance.now();
  send(old, 'SIGTERM');
  await until(`the end of ${name}`, async () => !isRunning(old), signal, slowdown);
  const gone = performance.now();
  await until(
    `the successor of ${name}`,
    async () => pid() !== old.pid && (await localGet(readyUrl)).status === 200,
    signal,
    slowdown,
  );
  // Each process is replaced once; its log starts with the stack.
  const inOrder = readFileSync(logFile, 'utf8').includes('"event":"service.stopped"');
  return { name, stopMs: gone - since, inOrder, readyMs: performance.now() - gone };
}

async function until(
  what: string,
  isThere: () => Promise<boolean>,
  signal: AbortSignal,
  slowdown: number,
): Promise<void> {
  for (const end = Date.now() + WAIT_MS * slowdown; !(await isThere()); await sleep(LOOK_MS))
    if (signal.aborted || Date.now() > end) throw new Error(`The release waited for ${what} in vain.`);
}
