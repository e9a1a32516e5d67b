import type { ResultsCache } from './results-cache';
import type { Tally } from './tally';

export type { Tally } from './tally';

/** Lines of failures that the summary prints at most, and characters of each. */
const MAX_FAILURES = 40;
const MAX_FAILURE_LENGTH = 300;

/** The lines that the summary prints: the first failures, each on one line, and how many more there are. */
export function summarizeFailures(failures: readonly string[]): string[] {
  const lines = failures
    .slice(0, MAX_FAILURES)
    .map((failure) => failure.replace(/\s+/g, ' ').trim().slice(0, MAX_FAILURE_LENGTH));
  return failures.length > lines.length ? [...lines, `… and ${failures.length - lines.length} more`] : lines;
}

/** Input of a stage. */
export interface StageContext {
  /** Project root. */
  readonly root: string;
  /** Node 24. */
  readonly node: string;
  /** Fires when the user interrupts the run. */
  readonly signal: AbortSignal;
  /** Only these jest projects; all when empty. */
  readonly projects: readonly string[];
  /** Only acceptance tests in files whose path matches; `restore` runs these on the restored stack. */
  readonly files?: string;
  /** A test that cannot run on this machine fails. */
  readonly strict: boolean;
  readonly cache: ResultsCache;
  /** Prints a line. */
  say(line: string): void;
}

/** `test` is `npm test`; `soak` is `npm run test:soak`: crashes, restored backups, random input, attacks. */
export type Suite = 'test' | 'soak';

/** `static` needs a CPU and nothing else; its lines are printed together. */
export type Lane = 'static' | 'unit' | 'stack';

/** A part of a suite. */
export interface Stage {
  readonly name: string;
  readonly about: string;
  readonly suite: Suite;
  /**
   * `result`: the runner does not repeat a stage that passed with the same files. `self`: the stage uses the cache for
   * each of its parts, or its tool has its own. `never`: the result depends on timing.
   */
  readonly cached: 'result' | 'self' | 'never';
  /** Stages of several lanes run at the same time, before those without a lane, which run alone. */
  readonly lane?: Lane;
  run(context: StageContext): Promise<Tally>;
}

/** Prints whether a check passed, and its output if it failed. */
export function countCheck(say: (line: string) => void, name: string, ok: boolean, output: string): Tally {
  say(`${ok ? 'passed' : 'FAILED'}  ${name}`);
  if (!ok) say(output.trimEnd());
  return ok
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0, failures: [`${name}: ${output.trimEnd().slice(-MAX_FAILURE_LENGTH)}`] };
}

/** Counts checks that cannot run on this machine: skipped, or failed if the run is strict. */
export function countSkipped({ say, strict }: Pick<StageContext, 'say' | 'strict'>, name: string, why: string): Tally {
  if (strict) return countCheck(say, name, false, why);
  say(`skipped ${name}: ${why}`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/** Adds up tallies. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    failures: tallies.flatMap(({ failures = [] }) => failures),
  };
}
