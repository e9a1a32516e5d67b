import { Command } from 'commander';
import { startInBackground, type BackgroundMessage } from './background';
import { dataFolderAt, findDataFolder } from './data-folder';
import { printMailLinks } from './mail-links';
import { USUAL_GATEWAY_PORT } from './ports';
import { parseDuration } from './parse-duration';
import { createReporter } from './reporter';
import { endLeftovers, stopRun } from './run-record';
import { start } from './start';
import { parseBrokers, parseExtraAccounts, parsePort, type StartOptions } from './start-options';
import { projectRoot, resolveFromCaller } from './project-root';

const STOP_TIMEOUT_MS = 40_000;

interface Flags {
  readonly data?: string;
  readonly port: number;
  readonly brokers: number;
  readonly secureBus: boolean;
  readonly fresh: boolean;
  readonly detach: boolean;
  readonly background: boolean;
  readonly quiet: boolean;
  readonly restore?: string;
  readonly external?: string;
  readonly retryInterval?: number;
  readonly giveUpAfter?: number;
  readonly extraAccounts: number;
}

async function main(): Promise<number> {
  let code = 0;
  const program = new Command('porchlight').description('Runs Porchlight with its backends on this machine.');
  program
    .command('start', { isDefault: true })
    .description('start all services and run until Ctrl-C')
    .option('--data <folder>', 'folder of data, keys and logs (default: .local)')
    .option('--port <port>', 'HTTPS port; 0 chooses free ports for all services', parsePort, USUAL_GATEWAY_PORT)
    .option('--brokers <n>', 'Kafka brokers: 1, or 3 with three copies of each topic', parseBrokers, 1)
    .option('--secure-bus', 'services sign in to Kafka over TLS, each with its own rights', false)
    .option('--fresh', 'delete the data of earlier runs', false)
    .option(
      '--restore <folder>',
      'restore a backup into the empty databases first; its keys must be in the data folder',
    )
    .option(
      '--external <file>',
      'declaration of a Python service to start besides (default: PORCHLIGHT_EXTERNAL)',
      process.env['PORCHLIGHT_EXTERNAL'],
    )
    .option('--detach', 'return when it is ready and keep it running', false)
    .option(
      '--retry-interval <duration>',
      'time between attempts on a webhook, such as 2s (default: 1h)',
      parseDuration,
    )
    .option(
      '--give-up-after <duration>',
      'when a webhook notification is given up, such as 20s (default: 36h)',
      parseDuration,
    )
    .option(
      '--extra-accounts <n>',
      'more demo accounts, for test suites that run at the same time',
      parseExtraAccounts,
      0,
    )
    .option('--quiet', 'print problems only', false)
    .option('--background', 'how --detach runs this program', false)
    .action(async (flags: Flags) => {
      code = await runStart(flags);
    });
  program
    .command('stop')
    .description('stop the stack of a data folder, also after a crash')
    .option('--data <folder>', 'the data folder (default: .local)')
    .action(async ({ data }: { data?: string }) => {
      code = await runStop(data);
    });
  await program.parseAsync();
  return code;
}

async function runStart(flags: Flags): Promise<number> {
  const root = projectRoot();
  const {
    port,
    brokers,
    secureBus,
    fresh,
    quiet,
    extraAccounts,
    retryInterval: retryIntervalMs,
    giveUpAfter: giveUpAfterMs,
  } = flags;
  const data = findDataFolder(flags.data).path;
  const options: StartOptions = {
    root,
    data,
    port,
    brokers,
    secureBus,
    fresh,
    quiet,
    extraAccounts,
    ...(flags.restore === undefined ? {} : { restore: resolveFromCaller(flags.restore) }),
    ...(flags.external ? { external: resolveFromCaller(flags.external) } : {}),
    ...(retryIntervalMs === undefined ? {} : { retryIntervalMs }),
    ...(giveUpAfterMs === undefined ? {} : { giveUpAfterMs }),
  };
  if (flags.detach && !flags.background)
    return startInBackground(
      data,
      process.argv.slice(2).filter((arg) => arg !== '--detach'),
    );

  const notify = (message: BackgroundMessage): void => void (process.connected && process.send?.(message));
  const report = createReporter((line) => {
    console.log(line);
    if (flags.background) notify({ line });
  }, quiet);
  const stopped = new AbortController();
  const stopRequested = new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  // The foreground process holds the channel; when it dies, this process must end.
  if (!flags.background) process.once('disconnect', () => stopped.abort());
  try {
    const stack = await start(options, report, stopped.signal);
    notify({ ready: true });
    if (!flags.background) report.step('Ctrl-C stops all.');
    // Without a mail server no mail leaves, and the links are shown here.
    const endLinks =
      process.env['SMTP_URL'] === undefined ? printMailLinks(dataFolderAt(data).mail, report) : undefined;
    await stopRequested;
    endLinks?.();
    report.step('Stopping …');
    await stack.stop();
    report.step('Stopped.');
    return 0;
  } catch (error) {
    if (stopped.signal.aborted) return 0;
    report.failure(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function runStop(named: string | undefined): Promise<number> {
  const folder = findDataFolder(named);
  if (await stopRun(folder.runFile, STOP_TIMEOUT_MS)) {
    console.log('Stopped.');
    return 0;
  }
  const leftovers = await endLeftovers(folder.runFile);
  console.log(
    leftovers.length > 0
      ? `Nothing ran, but this was left of an earlier run and is ended now: ${leftovers.join(', ')}`
      : 'Nothing runs here.',
  );
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
