import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@porchlight/testkit';
import { dataFolderAt, type DataFolder } from '../launcher/data-folder';
import { launchStack } from './launch-stack';
import { runJest } from './run-jest';
import { countCheck, sum, type Stage } from './stage';

export const ACCEPTANCE_TIMEOUT_MS = 15 * 60_000;
/** Retries that a test can wait for; long enough before giving up for every process to be killed once meanwhile. */
export const PROFILE = ['--retry-interval', '2s', '--give-up-after', '5m'];

/** Jest projects whose tests need a running stack. */
export const STACK_PROJECTS = ['acceptance', 'system-test'];

const MAX_STACKS = 2;
const BYTES_PER_STACK = 4e9;

/**
 * Acceptance tests against whole stacks of their own, started as a user would start them; a file has one for itself
 * while it runs.
 */
export const acceptanceStage: Stage = {
  name: 'acceptance',
  about: 'acceptance and system tests on running stacks',
  async run(context) {
    const { root, say, files } = context;
    const count =
      files === undefined
        ? Math.max(1, Math.min(MAX_STACKS, availableParallelism(), Math.floor(totalmem() / BYTES_PER_STACK)))
        : 1;
    const folders = Array.from({ length: count }, () =>
      dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-acceptance-'))),
    );
    const stacks = await Promise.all(
      folders.map(async ({ path }) => launchStack(context, path, { args: PROFILE, env: await tracedOnDemand() })),
    );
    const stop = (): void => stacks.forEach(({ child }) => void child.kill('SIGTERM'));
    context.signal.addEventListener('abort', stop, { once: true });
    const output = (): string => stacks.map((one) => one.output()).join('\n');
    let failed = true;
    try {
      const up = (await Promise.all(stacks.map(({ ready }) => ready))).every(Boolean);
      if (!up) return countCheck(say, 'the stack starts', false, output());
      for (const { path } of folders) say(`a stack is up in ${path}`);
      const args = [
        '--selectProjects',
        ...STACK_PROJECTS,
        `--maxWorkers=${count}`,
        ...(files === undefined ? [] : ['--testPathPatterns', files]),
      ];
      const connections = folders.map(({ connectionFile }) => connectionFile).join(',');
      const tests = await runJest(context, args, { PORCHLIGHT_CONNECTION: connections }, ACCEPTANCE_TIMEOUT_MS);
      const stopped = (await Promise.all(stacks.map((one) => one.stop()))).every(Boolean);
      const clean = countCheck(
        say,
        'the stack stops in order',
        stopped && !folders.some(({ connectionFile }) => existsSync(connectionFile)),
        output(),
      );
      const tally = sum([tests, clean]);
      failed = tally.failed > 0;
      return tally;
    } finally {
      await Promise.all(stacks.map((one) => one.stop()));
      context.signal.removeEventListener('abort', stop);
      if (failed) keepLogs(root, folders, say);
      for (const { path } of folders) rmSync(path, { recursive: true, force: true });
    }
  },
};

/** Only what a test asks for by a sampled `traceparent` is traced; the test starts the collector. */
export const tracedOnDemand = async (): Promise<NodeJS.ProcessEnv> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  OTEL_TRACES_SAMPLER: 'parentbased_always_off',
});

function keepLogs(root: string, folders: readonly DataFolder[], say: (line: string) => void): void {
  const kept = join('.cache', 'acceptance-logs');
  rmSync(join(root, kept), { recursive: true, force: true });
  for (const [n, { logs }] of folders.entries())
    if (existsSync(logs)) cpSync(logs, join(root, kept, String(n + 1)), { recursive: true });
  say(`The logs of the stack are in ${kept}/.`);
}
