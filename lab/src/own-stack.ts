import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderAt, type DataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { launchStack } from '@porchlight/tools/src/e2e/launch-stack';
import type { RunOptions } from './command-line';

/** Deliveries are retried soon. None is given up during the run, even with a clock that is 2 h fast. */
const PROFILE = ['--retry-interval', '2s', '--give-up-after', '36h'];

/** A new data folder for a program. */
export const createScratchFolder = (name: string): DataFolder =>
  dataFolderAt(mkdtempSync(join(tmpdir(), `porchlight-${name}-`)));

/** Clock offsets of the services of a stack by name; none until something writes the file. */
export const locateOffsetsFile = ({ path }: DataFolder): string => join(path, 'clock-offsets.json');

/**
 * Starts a stack on the folder and removes both after the work. Copies its logs to `.cache/<name>-logs` unless all
 * claims that the work returns hold.
 */
export const withOwnStack = async <T extends readonly { readonly ok: boolean }[]>(
  name: string,
  folder: DataFolder,
  {
    args = [],
    env,
    signal,
    say,
  }: Omit<RunOptions, 'seed'> & { readonly args?: readonly string[]; readonly env: NodeJS.ProcessEnv },
  work: () => Promise<T>,
): Promise<T> => {
  const root = projectRoot();
  const stack = launchStack({ root, node: process.execPath }, folder.path, { args: [...PROFILE, ...args], env });
  const stop = (): void => void stack.child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let holds = false;
  try {
    if (!(await stack.ready)) throw new Error(`The stack did not start:\n${stack.output()}`);
    const claims = await work();
    holds = claims.every(({ ok }) => ok);
    return claims;
  } finally {
    await stack.stop();
    signal.removeEventListener('abort', stop);
    if (!holds && existsSync(folder.logs)) {
      const copy = join('.cache', `${name}-logs`);
      rmSync(join(root, copy), { recursive: true, force: true });
      cpSync(folder.logs, join(root, copy), { recursive: true });
      say(`The logs of the stack are in ${copy}/.`);
    }
    rmSync(folder.path, { recursive: true, force: true });
  }
};
