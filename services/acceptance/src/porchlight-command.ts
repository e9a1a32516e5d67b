import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { account, repeatWhileBusy } from './client';
import { dataFolder } from './stack-connection';

/** Exit code and output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const bin = resolve(__dirname, '../../../tools/bin/porchlight.mjs');
const running = new Set<ReturnType<typeof spawn>>();
afterAll(() => running.forEach((child) => child.kill('SIGKILL')));

/** Runs the command line in its own process against the running stack, with the first account of this worker. */
export function porchlight(
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [bin, '--data', dataFolder, ...args], {
      env: { ...process.env, NO_COLOR: '1', PORCHLIGHT_ACCOUNT: String(account(1).id), ...env },
      timeout: 30_000,
    });
    running.add(child);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) => {
      running.delete(child);
      done({ code, out, err });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Exit code of a command whose service is temporarily unavailable. */
export const UNAVAILABLE = 6;
const RETRY_S = 1;

/**
 * Runs a command with `--json`, again while the service is busy, and returns the parsed output. An object contains
 * options by name. Fails unless the command succeeds.
 */
export const porchlightJson = async (
  ...parts: (string | number | Readonly<Record<string, unknown>>)[]
): Promise<any> => {
  const args = parts.flatMap((part) =>
    typeof part === 'object'
      ? Object.entries(part).flatMap(([name, value]) => [`--${name}`, String(value)])
      : [String(part)],
  );
  const { code, out, err } = await repeatWhileBusy(
    () => porchlight([...args, '--json']),
    (ended) => (ended.code === UNAVAILABLE ? RETRY_S : undefined),
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};
