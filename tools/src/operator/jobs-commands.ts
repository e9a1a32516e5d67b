import { BACKENDS, type BackendName, type DeadJob, type JobKind } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { chooseExitCode } from './exit-codes';
import { openOperatorClient, type OperatorClient } from './operator-client';
import { formatTable, printResult, shown } from './print';
import { readId, wholeNumber } from './read-number';
import { findTarget, withOperator, type TargetOptions } from './target';

/** Dead jobs of a kind that a service lists. */
const MAX_LISTED = 200;

interface ListFlags extends TargetOptions {
  readonly failed: boolean;
  readonly limit: number;
  readonly service?: BackendName;
}

interface RetryFlags {
  readonly all: boolean;
  readonly account?: number;
}

/** Jobs of one service, or why they cannot be read. */
interface ServiceJobs {
  readonly service: BackendName;
  readonly kinds: readonly JobKind[];
  readonly deadJobs: readonly DeadJob[];
  readonly error?: unknown;
}

/** Adds `jobs` and `jobs retry`: the background jobs of all services. */
export function addJobsCommands(program: Command): void {
  const jobs = program
    .command('jobs')
    .description('list the kinds of background jobs of all services, or the jobs that failed too often')
    .option('--failed', 'list the dead jobs, with the problem of each', false)
    .option('--limit <n>', `dead jobs of each kind, up to ${MAX_LISTED}`, wholeNumber(1, MAX_LISTED), 20)
    .addOption(new Option('--service <name>', 'one service (--address: this service)').choices(BACKENDS))
    .action((_flags: object, command: Command) => listJobs(command.optsWithGlobals<ListFlags>()));
  jobs
    .command('retry')
    .description('restart dead jobs of a kind after their cause is fixed (--address: the service)')
    .addArgument(new Argument('<service>', 'the service').choices(BACKENDS))
    .argument('<kind>', 'kind of job')
    .argument('[key]', "key of one job, as 'jobs --failed' prints it; needs --account")
    .option('--all', 'all dead jobs of the kind, or of the account', false)
    .option('--account <id>', 'account', readId)
    .action(
      async (service: BackendName, kind: string, key: string | undefined, flags: RetryFlags, command: Command) => {
        checkSelection(key, flags);
        await withOperator(command, service, async (client, output) => {
          const restarted = await retryJobs(client, kind, key, flags.account);
          printResult({ restarted }, output, () => describeRestarted(restarted));
        });
      },
    );
}

async function listJobs(flags: ListFlags): Promise<void> {
  const results: ServiceJobs[] = [];
  for (const service of flags.service ? [flags.service] : BACKENDS) results.push(await readJobs(flags, service));
  printResult(results.flatMap(toRecords(flags.failed)), flags.output, () =>
    flags.failed ? describeDead(results) : describeKinds(results),
  );
  for (const { service, error } of results) {
    if (error === undefined) continue;
    const message = isRefusal(error) ? `${error.reason}: ${error.message}` : String(error);
    console.error(`The jobs of ${service} could not be read. ${message}`);
    process.exitCode = chooseExitCode(error);
  }
}

/** Services that do not answer are reported at the end, so that the jobs of the others are listed. */
async function readJobs({ failed, limit, ...target }: ListFlags, service: BackendName): Promise<ServiceJobs> {
  // The option --address names one service.
  const { address: _address, ...rest } = target;
  const client = openOperatorClient(findTarget(target.service ? target : rest, service));
  try {
    return { service, ...(await client.jobs.listJobs({ deadLimit: failed ? limit : 0 }, client.as)) };
  } catch (error) {
    return { service, kinds: [], deadJobs: [], error };
  } finally {
    await client.close();
  }
}

function checkSelection(key: string | undefined, { all, account }: RetryFlags): void {
  if ((key === undefined) === !all) throw new InvalidArgumentError('Give the key of a job, or --all.');
  if (key !== undefined && account === undefined) throw new InvalidArgumentError('A key needs --account.');
}

/** Restarts dead jobs by as many calls as necessary. Returns their number. */
async function retryJobs(
  { jobs, as }: OperatorClient,
  kind: string,
  key: string | undefined,
  accountId = 0,
): Promise<number> {
  let total = 0;
  for (;;) {
    const { restarted, more } = await jobs.retryJobs({ kind, accountId, key }, as);
    total += restarted;
    if (!more) return total;
  }
}

const toRecords =
  (failed: boolean) =>
  ({ service, kinds, deadJobs }: ServiceJobs): object[] =>
    (failed ? deadJobs : kinds).map((one) => ({ service, ...one }));

function describeKinds(results: readonly ServiceJobs[]): string {
  const rows = results.flatMap(({ service, kinds }) =>
    kinds.map(({ kind, due, oldestDueSeconds, running, dead }) => [
      service,
      kind,
      due,
      due === 0 ? '' : `${Math.round(oldestDueSeconds)} s`,
      running,
      dead,
    ]),
  );
  return formatTable(['service', 'kind', 'due', 'oldest due', 'running', 'dead'], rows, { compact: true });
}

function describeDead(results: readonly ServiceJobs[]): string {
  const rows = results.flatMap(({ service, deadJobs }) =>
    deadJobs.map(({ kind, accountId, key, tries, problem, since }) => [
      service,
      kind,
      accountId,
      key,
      tries,
      since?.toISOString() ?? '',
      shown(problem),
    ]),
  );
  if (rows.length === 0) return 'No job is dead.';
  return formatTable(['service', 'kind', 'account', 'key', 'tries', 'since', 'problem'], rows, { compact: true });
}

const describeRestarted = (restarted: number): string =>
  restarted === 0
    ? "No dead job matches; 'jobs --failed' lists them."
    : `${restarted} restarted; 'jobs' shows when they are done.`;
