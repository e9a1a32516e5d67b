import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKENDS } from '@porchlight/contracts';
import { freePort } from '@porchlight/testkit';
import type { Connection } from '../launcher/connection-file';
import { dataFolderAt, type DataFolder } from '../launcher/data-folder';
import { checkCommands } from './check-commands';
import { checkMessages } from './check-messages';
import { launchStack } from './launch-stack';
import { sum, type Tally } from '../test/tally';
import { countCheck, type SuiteContext } from './e2e-context';
import { runJest } from './run-jest';

/** Retries that a test can wait for. Deliveries are retried for long enough to kill each process once meanwhile. */
export const PROFILE = ['--retry-interval', '2s', '--give-up-after', '5m'];

/** The configuration of jest for all projects whose tests need a running stack. */
export const STACK_CONFIG = join('services', 'acceptance', 'jest.stack.config.js');

/** Workers of jest on one stack; each uses two accounts of its own. */
const WORKERS = 2;

const SOAK_SECONDS = '60';
const NO_TESTS: Tally = sum([]);

const select = (files: string | undefined): string[] => (files === undefined ? [] : ['--testPathPatterns', files]);

/** Acceptance and system tests on a stack that is started like `npm start`. */
export const runAcceptance = (context: SuiteContext): Promise<Tally> =>
  runOnStack(context, context.files === undefined ? WORKERS : 1, select(context.files));

/** Tests that kill the processes of a stack, and requests generated from the API description, for `SOAK_SECONDS`. */
export const runSoak = (context: SuiteContext): Promise<Tally> =>
  runOnStack(context, 1, select(context.files), { SOAK_SECONDS: process.env['SOAK_SECONDS'] ?? SOAK_SECONDS });

/**
 * Files that together use every service and most commands. All files (`--files .`) take minutes, because the embedded
 * database reads whole collections for the statements of MongoDB; `acceptance:e2e` checks the commands of all.
 */
const SHARDING_FILES = '(inbox-apps|accounts|publishe|webhook|list-conv)';

/** Acceptance tests with the statements that MongoDB gets: each command must name its accounts. */
export const runSharding = (context: SuiteContext): Promise<Tally> =>
  runOnStack(context, WORKERS, select(context.files ?? SHARDING_FILES), { DATABASE_DIALECT: 'mongodb' });

/** Runs tests on a stack with further settings `env`. Then checks all messages and commands of the services. */
async function runOnStack(
  context: SuiteContext,
  workers: number,
  jestArgs: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Tally> {
  const { root, say } = context;
  const folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-acceptance-')));
  const stack = launchStack(context, folder.path, {
    args: [...PROFILE, '--extra-accounts', String(2 * (workers - 1))],
    env: { CHECK_SHARD_KEYS: 'on', ...env, ...(await tracedOnDemand()) },
  });
  const stop = (): void => void stack.child.kill('SIGTERM');
  context.signal.addEventListener('abort', stop, { once: true });
  let failed = true;
  try {
    if (!(await stack.ready)) return countCheck(say, 'the stack starts', false, stack.output());
    say(`a stack is up in ${folder.path}`);
    const args = ['--config', STACK_CONFIG, `--maxWorkers=${workers}`, ...jestArgs];
    const settings = { ...env, PORCHLIGHT_CONNECTION: folder.connectionFile };
    const tests = await runJest(context, args, settings);
    const messages = await countMessageCheck(context, folder);
    const commands = await countCommandCheck(context, folder);
    const isClean = (await stack.stop()) && !existsSync(folder.connectionFile);
    const end = countCheck(say, 'the stack stops in order', isClean, stack.output());
    const tally = sum([tests, messages, commands, end]);
    failed = tally.failed > 0;
    return tally;
  } finally {
    await stack.stop();
    context.signal.removeEventListener('abort', stop);
    if (failed) copyLogs(root, folder, say);
    rmSync(folder.path, { recursive: true, force: true });
  }
}

/** All that the launcher writes; the reader in send/connection.ts has the fields for clients. */
const readConnectionFile = ({ connectionFile }: DataFolder) =>
  JSON.parse(readFileSync(connectionFile, 'utf8')) as Connection;

/** Each command on a collection of accounts named its account. */
async function countCommandCheck({ say, signal }: SuiteContext, folder: DataFolder): Promise<Tally> {
  if (signal.aborted || !existsSync(folder.connectionFile)) return NO_TESTS;
  const { operations } = readConnectionFile(folder);
  const { named, all, problems } = await checkCommands(operations, BACKENDS, folder.logs);
  return countCheck(
    say,
    `each command names its accounts (${named}) or searches all accounts (${all})`,
    problems.length === 0,
    problems.join('\n'),
  );
}

/** Everything that the tests made the services publish is as described. */
async function countMessageCheck({ root, say, signal }: SuiteContext, folder: DataFolder): Promise<Tally> {
  if (signal.aborted || !existsSync(folder.connectionFile)) return NO_TESTS;
  const { kafkaBrokers } = readConnectionFile(folder);
  const { count, problems } = await checkMessages(root, kafkaBrokers);
  const ok = count > 0 && problems.length === 0;
  return countCheck(
    say,
    `${count} messages on Kafka are as docs/asyncapi.json describes them`,
    ok,
    problems.join('\n'),
  );
}

/** Traces only requests with a sampled `traceparent`; the test starts the collector. */
export const tracedOnDemand = async (): Promise<NodeJS.ProcessEnv> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  OTEL_TRACES_SAMPLER: 'parentbased_always_off',
});

function copyLogs(root: string, { logs }: DataFolder, say: (line: string) => void): void {
  const copied = join('.cache', 'acceptance-logs');
  rmSync(join(root, copied), { recursive: true, force: true });
  if (existsSync(logs)) cpSync(logs, join(root, copied), { recursive: true });
  say(`The logs of the stack are in ${copied}/.`);
}
