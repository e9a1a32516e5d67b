import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { DEFAULT_CONNECTION, ToolProblem } from '@porchlight/tools/src/send/connection';
import { renderReport } from './report';
import { playRole, ROLES, type Role } from './roles';
import { PARTS, runBench, type BenchOptions } from './run-bench';

/** Time limit of a bench: three times the default duration, more if it loads accounts. */
const MAX_MS = 15 * 60_000;
const MAX_MS_WITH_LOAD = 60 * 60_000;

const between = (low: number, high: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high)
    throw new InvalidArgumentError(`Give a whole number from ${low} to ${high}.`);
  return value;
};

const parts = (text: string): string[] => {
  const all = text.split(',').map((part) => part.trim());
  const odd = all.filter((part) => !PARTS.includes(part));
  if (odd.length > 0) throw new InvalidArgumentError(`Unknown: ${odd.join(', ')}. There are: ${PARTS.join(', ')}.`);
  return all;
};

async function bench(options: BenchOptions & { json?: string }): Promise<void> {
  const stop = new AbortController();
  const limit = setTimeout(
    () => stop.abort(),
    options.only.some((part) => ['scale', 'deals', 'emevents-read', 'backlog'].includes(part))
      ? MAX_MS_WITH_LOAD
      : MAX_MS,
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  process.once('disconnect', () => stop.abort());
  process.channel?.unref();
  try {
    const report = await runBench(options, (line) => console.error(`  ${line}`), stop.signal);
    console.log(renderReport(report));
    if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
    process.exitCode = report.problems.length > 0 ? 1 : 0;
  } catch (error) {
    if (stop.signal.aborted) console.error('The bench was stopped before its end.');
    else console.error(error instanceof ToolProblem ? error.message : error);
    process.exitCode = 2;
  } finally {
    clearTimeout(limit);
    if (process.connected) process.disconnect();
  }
}

const role = process.argv[2] as Role | undefined;
if (role && ROLES.includes(role)) playRole(role);
else {
  void new Command('bench')
    .description(
      'Measures the running stack beside a bare handler on the same database. Its people are made in account 2.',
    )
    .option('--seconds <n>', 'duration of a run in seconds', between(1, 60), 5)
    .option('--runs <n>', 'runs of each, interleaved', between(1, 20), 3)
    .option('--connections <n>', 'connections of the load', between(1, 256), 16)
    .option('--only <parts>', `of ${PARTS.join(',')}`, parts, [])
    .option('--people <n>', 'people of the large account of part scale', between(1_000, 1_000_000), 100_000)
    .option('--deals <n>', 'deals of the account with many, part deals', between(2_000, 1_000_000), 100_000)
    .option(
      '--events <n>',
      'stored email events of the account with many, part emevents-read',
      between(20_000, 5_000_000),
      1_000_000,
    )
    .option('--steps <n>', 'steps of plans due in the same minute, part plan-steps', between(100, 100_000), 10_000)
    .option('--pending <n>', 'pending deliveries, part backlog', between(1_000, 5_000_000), 100_000)
    .option('--generator <name>', 'wrk or autocannon (default: wrk if it is on the PATH)')
    .option('--json <file>', 'also writes all numbers as JSON')
    .option('--connection <path>', 'connection file of the stack', DEFAULT_CONNECTION)
    .action(bench)
    .parseAsync();
}
