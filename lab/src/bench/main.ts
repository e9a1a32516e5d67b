import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { DEFAULT_CONNECTION, ToolProblem } from '@porchlight/tools/src/send/connection';
import { wholeNumber } from '@porchlight/tools/src/operator/read-number';
import { stopOnSignals } from '../command-line';
import type { BenchOptions } from './bench-context';
import { renderReport } from './report';
import { playBenchRole } from './bench-roles';
import { PARTS, runBench } from './run-bench';

/** Time limit of a bench: three times the default duration, more if it fills accounts. */
const MAX_MS = 15 * 60_000;
const MAX_MS_WITH_LOAD = 60 * 60_000;

const parts = (text: string): string[] => {
  const all = text.split(',').map((part) => part.trim());
  const unknown = all.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}.`);
  return all;
};

async function bench(options: BenchOptions & { json?: string }): Promise<void> {
  const stop = stopOnSignals();
  const long = options.only.some((part) => ['scale', 'backlog'].includes(part));
  const limit = setTimeout(() => stop.abort(), long ? MAX_MS_WITH_LOAD : MAX_MS);
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

if (!playBenchRole())
  void new Command('bench')
    .description(
      'Measures the running stack beside a bare handler on the same database. Its people are created in account 2.',
    )
    .option('--seconds <n>', 'duration of a run in seconds', wholeNumber(1, 60), 5)
    .option('--runs <n>', 'runs of each, interleaved', wholeNumber(1, 20), 3)
    .option('--connections <n>', 'connections of the load', wholeNumber(1, 256), 16)
    .option('--only <parts>', `of ${PARTS.join(',')}`, parts, [])
    .option('--people <n>', 'people of the large account of part scale', wholeNumber(1_000, 1_000_000), 100_000)
    .option('--pending <n>', 'pending deliveries, part backlog', wholeNumber(1_000, 5_000_000), 100_000)
    .option('--peers', 'also measures Parse Server, in the parts create, get and list', false)
    .option('--json <file>', 'also writes all numbers as JSON')
    .option('--connection <path>', 'connection file of the stack', DEFAULT_CONNECTION)
    .action(bench)
    .parseAsync();
