import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { projectRoot } from '../launcher/project-root';
import { tryProgram } from '../launcher/run-program';
import { formatTotals, type TaskRecord } from './totals';

/** What `npm test` runs, one after the other. */
const CHECKS = [
  ['run-many', '-t', 'lint', 'typecheck', 'test'],
  ['run', 'acceptance:e2e'],
];
/** What CI runs besides: short, and mostly waiting. Each measures time or kills what others use. */
const PROOFS = [['run-many', '-t', 'chaos', 'abuse', '--parallel=1']];
/** What runs by hand or at night. */
const SOAK = [['run-many', '-t', 'soak', 'sharding', 'restore', '--parallel=1']];
const LEFT_OUT = {
  proofs: 'chaos, abuse (npm test -- --ci)',
  soak: 'soak, sharding, restore (npm test -- --soak)',
  cluster: 'the chart on a cluster (lab/README.md)',
};
const SHOWN_LINES = 15;

/** Runs the checks with nx and adds up their counts. */
async function main(): Promise<number> {
  const program = new Command('npm test')
    .description('Runs the checks with nx. The last line has the number of passed, failed and skipped tests.')
    .addOption(new Option('--ci', 'runs chaos and abuse besides, in short forms').conflicts('soak'))
    .option('--soak', 'runs the long suites instead')
    .parse();
  const { ci = false, soak = false } = program.opts<{ ci?: boolean; soak?: boolean }>();
  const root = projectRoot();
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  process.once('disconnect', () => stopped.abort());
  const tasks: TaskRecord[] = [];
  const problems: string[] = [];
  for (const args of soak ? SOAK : [...CHECKS, ...(ci ? PROOFS : [])]) {
    if (stopped.signal.aborted) break;
    const done = await runNx(root, args, stopped.signal);
    tasks.push(...done.tasks);
    if (done.problem !== undefined) problems.push(done.problem);
  }
  if (stopped.signal.aborted) problems.push('Interrupted.');
  const notRun = [
    ...(soak ? ['what npm test runs'] : [...(ci ? [] : [LEFT_OUT.proofs]), LEFT_OUT.soak]),
    LEFT_OUT.cluster,
  ];
  const { text, tally } = formatTotals(tasks, { root, strict: process.env['CI'] === 'true', problems, notRun });
  console.log(text);
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}

/** Runs nx; its plugin records the tasks. */
async function runNx(
  root: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ tasks: TaskRecord[]; problem?: string }> {
  const scratch = mkdtempSync(join(tmpdir(), 'porchlight-tasks-'));
  const record = join(scratch, 'tasks.json');
  try {
    const nx = join(root, 'node_modules', '.bin', 'nx');
    const { ok, output } = await tryProgram(nx, [...args, '--outputStyle=stream'], {
      cwd: root,
      env: { ...process.env, PORCHLIGHT_TASKS: record },
      live: true,
      signal,
    });
    const tasks = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as TaskRecord[]) : [];
    const isExplained = ok || tasks.some(({ status }) => status === 'failure');
    const end = output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
    return { tasks, ...(!isExplained && { problem: `nx ${args.join(' ')}\n${end}` }) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
