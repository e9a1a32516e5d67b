import { rmSync } from 'node:fs';
import { writePrivateJson, readJson } from './private-file';
import { identify, isRunning, signal, type ProcessIdentity } from './process-identity';

interface RecordedRun {
  readonly launcher: ProcessIdentity;
  readonly baseUrl: string;
  readonly children: Readonly<Record<string, ProcessIdentity>>;
}

const POLL_MS = 50;

/** The run on this data folder with a living launcher, if any. */
export function findRun(runFile: string): RecordedRun | undefined {
  const run = readJson<RecordedRun>(runFile);
  return run && isRunning(run.launcher) ? run : undefined;
}

/**
 * Opens the record of this launcher and its processes, for a second start and `npm run stop`, also after a crash. Call
 * only after `findRun` found none and `endLeftovers` ran.
 */
export function openRunRecord(runFile: string, baseUrl: string) {
  const launcher = identify(process.pid);
  if (!launcher) throw new Error('The system does not tell when this process started.');
  const children: Record<string, ProcessIdentity> = {};
  const write = (): void => writePrivateJson(runFile, { launcher, baseUrl, children } satisfies RecordedRun);
  write();
  return {
    add(name: string, pid: number): void {
      const child = identify(pid);
      if (child) children[name] = child;
      write();
    },
    remove(name: string): void {
      delete children[name];
      write();
    },
    /** Removes the record after everything has ended. */
    close: (): void => rmSync(runFile, { force: true }),
  };
}

/** Ends the children of a crashed launcher and returns their names. */
export async function endLeftovers(runFile: string): Promise<string[]> {
  const run = readJson<RecordedRun>(runFile);
  if (!run || isRunning(run.launcher)) return [];
  const running = Object.entries(run.children).filter(([, child]) => isRunning(child));
  for (const [, child] of running) signal(child, 'SIGTERM');
  const identities = running.map(([, child]) => child);
  if (!(await waitForEnd(identities, 10_000))) for (const child of identities) signal(child, 'SIGKILL');
  await waitForEnd(identities, 2_000);
  rmSync(runFile, { force: true });
  return running.map(([name]) => name);
}

/** Stops the launcher on this data folder in order, by force after `timeoutMs`. Returns true if one was running. */
export async function stopRun(runFile: string, timeoutMs: number): Promise<boolean> {
  const run = findRun(runFile);
  if (!run) return false;
  signal(run.launcher, 'SIGTERM');
  if (!(await waitForEnd([run.launcher], timeoutMs))) {
    signal(run.launcher, 'SIGKILL');
    await waitForEnd([run.launcher], 2_000);
  }
  await endLeftovers(runFile);
  return true;
}

async function waitForEnd(identities: readonly ProcessIdentity[], timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (identities.some(isRunning)) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
