import { randomBytes } from 'node:crypto';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { createSampleRun, loadSamples, type SampleRun } from '@porchlight/testkit/src/samples';
import { isTableFolder } from '@porchlight/testkit/src/table-samples';
import { wholeNumber } from '../operator/read-number';
import { findAccount, DEFAULT_CONNECTION, readConnection, ToolProblem } from './connection';
import { renderOutcomes, renderProblems } from './outcome-table';
import { sendSamples } from './send-samples';
import { renderTables, sendTables } from './send-tables';
import { createServiceClient, type ServiceClient } from './service-client';

interface SendOptions {
  readonly concurrency: number;
  readonly account: number;
  readonly connection: string;
}

async function send(folder: string, options: SendOptions): Promise<number> {
  const connection = readConnection(options.connection);
  const account = findAccount(connection, options.account);
  const client = createServiceClient(connection, account, { connections: options.concurrency });
  const run = createSampleRun(randomBytes(12), {
    startedAt: Date.now(),
    system: connection.system.name,
    users: account.users,
  });
  try {
    return await (isTableFolder(folder) ? sendAllTables(folder, run, client) : sendLeads(folder, run, client, options));
  } finally {
    await client.close();
  }
}

async function sendAllTables(folder: string, run: SampleRun, client: ServiceClient): Promise<number> {
  const outcomes = await sendTables(folder, run, (request) => client.call(request));
  console.log(renderTables(outcomes));
  return outcomes.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

async function sendLeads(
  folder: string,
  run: SampleRun,
  client: ServiceClient,
  { concurrency }: SendOptions,
): Promise<number> {
  const samples = await loadSamples(folder);
  // cli-progress prints no bar if the output is not a terminal.
  const bar = new SingleBar({
    format: 'Sending leads {bar} {value}/{total}  {lead}',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(samples.length, 0, { lead: '' });
  try {
    const outcomes = await sendSamples(samples, run, (request) => client.call(request), {
      concurrency,
      now: () => performance.now(),
      onOutcome: ({ sample }) => bar.increment({ lead: sample.file }),
    });
    bar.stop();
    console.log(renderOutcomes(outcomes));
    console.log(renderProblems(outcomes));
    return outcomes.some((one) => one.problems.length > 0) ? 1 : 0;
  } finally {
    bar.stop();
  }
}

const command = new Command('send')
  .description('Sends sample leads or tables to the running stack and compares the results with the expected ones.')
  .argument('[folder]', 'folder with samples, or one sample', 'samples/leads')
  .option('--concurrency <n>', 'leads sent concurrently', wholeNumber(1, 256), 4)
  .option('--account <n>', 'account to send to', wholeNumber(1, 256), 1)
  .option('--connection <path>', 'connection file of the stack', DEFAULT_CONNECTION)
  .action(async (folder, options) => void (process.exitCode = await send(folder, options)));

command.parseAsync().catch((error: unknown) => {
  const isExpected =
    error instanceof ToolProblem ||
    (error instanceof Error && /^(There are no samples|Sample |ENOENT)/.test(error.message));
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 2;
});
