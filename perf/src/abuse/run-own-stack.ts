import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderAt } from '@porchlight/tools/src/launcher/data-folder';
import { launchStack } from '@porchlight/tools/src/test/launch-stack';
import { describeAbuse } from './abuse-report';
import { checkClaims, type Claim } from './claims';
import { runAbuse } from './run-abuse';

/** Options of a run. */
export interface OwnStackOptions {
  readonly root: string;
  readonly node: string;
  /** Time of all attacks together, seconds. */
  readonly seconds: number;
  readonly seed: number;
  readonly only: readonly string[];
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Failed deliveries are repeated soon, and are still being repeated at the end. */
const PROFILE = ['--retry-interval', '2s', '--give-up-after', '36h'];
/** An operator may allow an account more webhooks than the default; 1,000 dead ones must not delay others. */
const ENVIRONMENT = { WEBHOOKS_PER_EVENT: '100', LIMIT_WEBHOOKS_PER_ACCOUNT: '2000' };
/** From so many seconds on, everything is prepared in full. */
const LONG_SECONDS = 60;
const LONG = { quietMs: 15_000, scale: 1 } as const;
const SHORT = { quietMs: 5_000, scale: 0.1 } as const;

/** Starts a stack, attacks it, prints the tables and removes it. Its logs stay when a claim fails. */
export const runAbuseOnOwnStack = async (options: OwnStackOptions): Promise<readonly Claim[]> => {
  const { root, node, seconds, seed, only, signal, say } = options;
  const folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-abuse-')));
  const offsetsFile = join(folder.path, 'clock-offsets.json');
  const stack = launchStack({ root, node }, folder.path, { args: PROFILE, env: ENVIRONMENT });
  const stop = (): void => void stack.child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let held = false;
  try {
    if (!(await stack.ready)) throw new Error(`The stack did not start:\n${stack.output()}`);
    say(`Seed ${seed}, ${seconds} s of attacks; a stack is up in ${folder.path}`);
    const form = seconds >= LONG_SECONDS ? LONG : SHORT;
    const result = await runAbuse({
      root,
      folder,
      offsetsFile,
      seed,
      only,
      attackMs: seconds * 1_000,
      ...form,
      signal,
      say,
    });
    const claims = checkClaims(result);
    say(describeAbuse(result, claims, seed));
    held = claims.every(({ ok }) => ok);
    return claims;
  } finally {
    await stack.stop();
    signal.removeEventListener('abort', stop);
    if (!held) keepLogs(root, folder.logs, say);
    rmSync(folder.path, { recursive: true, force: true });
  }
};

const keepLogs = (root: string, logs: string, say: (line: string) => void): void => {
  const copy = join('.cache', 'abuse-logs');
  rmSync(join(root, copy), { recursive: true, force: true });
  if (!existsSync(logs)) return;
  cpSync(logs, join(root, copy), { recursive: true });
  say(`The logs of the stack are in ${copy}/.`);
};
