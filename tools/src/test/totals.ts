import { readCounts, firstLines, type Counts } from './read-counts';
import { sum, type Tally } from './tally';

/** A task of nx as the plugin tools/nx/project-targets.cjs records it. */
export interface TaskRecord {
  /** Project and target. */
  readonly id: string;
  /** As nx reports it; a task whose dependency failed is skipped. */
  readonly status: string;
  readonly output: string;
  /** What the task counted; undefined for tasks that pass or fail as a whole. */
  readonly counts?: Counts;
}

const MAX_FAILURES = 40;
const SERVERS = /^Test servers: .*$/gm;

/** Counts a task: its tests, or one for a task without tests. A task that failed has at least one failure. */
export function countTask(task: TaskRecord, options: { root: string; strict: boolean }): Tally {
  const { id, status, output, counts } = task;
  const tally = counts && readCounts(counts, options);
  if (status === 'failure') {
    if (tally && tally.failed > 0) return tally;
    const failures = [`${id}\n${firstLines(output.split('\n').slice(-40).join('\n'))}`];
    return { passed: tally?.passed ?? 0, failed: 1, skipped: tally?.skipped ?? 0, failures };
  }
  if (status === 'skipped')
    return { passed: 0, failed: 1, skipped: 0, failures: [`${id}\nnot run, because a task before it failed`] };
  return tally ?? { passed: 1, failed: 0, skipped: 0, failures: [] };
}

/**
 * Formats the end of the output: failures, one line for each target, what did not run, and the counts over all in the
 * last line.
 */
export function formatTotals(
  tasks: readonly TaskRecord[],
  options: { root: string; strict: boolean; problems?: readonly string[]; notRun?: readonly string[] },
): { text: string; tally: Tally } {
  const counted = tasks.map((task) => ({ ...task, tally: countTask(task, options) }));
  const problems = (options.problems ?? []).map((problem) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [problem],
  }));
  const tally = sum([...counted.map((one) => one.tally), ...problems]);
  const targets = [...new Set(counted.map(({ id }) => targetOf(id)))];
  const rows = targets.map((target) => {
    const ofTarget = counted.filter(({ id }) => targetOf(id) === target);
    const { passed, failed, skipped } = sum(ofTarget.map((one) => one.tally));
    const cached = ofTarget.filter(({ status }) => status.includes('cache')).length;
    return [
      `${target.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`,
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      `${ofTarget.length} projects, ${cached} unchanged`,
    ].join('  ');
  });
  const servers = new Set(tasks.flatMap(({ output }) => output.match(SERVERS) ?? []));
  const more = tally.failures.length - MAX_FAILURES;
  const text = [
    ...(tally.failures.length > 0 ? ['', '=== failures'] : []),
    ...tally.failures.slice(0, MAX_FAILURES).map((failure) => `\n${failure}`),
    ...(more > 0 ? [`\n… and ${more} more`] : []),
    '',
    '=== summary',
    ...rows,
    ...servers,
    ...(options.notRun?.length ? [`Not run: ${options.notRun.join('; ')}.`] : []),
    '',
    `${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`,
  ].join('\n');
  return { text, tally };
}

const targetOf = (id: string): string => id.slice(id.lastIndexOf(':') + 1);
