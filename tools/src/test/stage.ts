/** Counts of a stage or of all. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** What failed, a line each, for the summary at the end of a long output. */
  readonly failures?: readonly string[];
}

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

/** What a stage is handed. */
export interface StageContext {
  /** Project root. */
  readonly root: string;
  /** Node 24. */
  readonly node: string;
  /** Fires when the person at the keyboard has had enough. */
  readonly signal: AbortSignal;
  /** Only these jest projects; all when empty. */
  readonly projects: readonly string[];
  /** Only acceptance tests of files whose path matches; on a restored stack these instead of its few. */
  readonly files?: string;
  /** Prints a line for people. */
  say(line: string): void;
}

/** A part of `npm test`. */
export interface Stage {
  readonly name: string;
  readonly about: string;
  run(context: StageContext): Promise<Tally>;
}

/** Names a check and says whether it passed; its output is shown only when it did not. */
export function countCheck(say: (line: string) => void, name: string, ok: boolean, output: string): Tally {
  say(`${ok ? 'passed' : 'FAILED'}  ${name}`);
  if (!ok) say(output.trimEnd());
  return ok
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [`${name}: ${output.trimEnd().slice(-MAX_FAILURE_LENGTH)}`] };
}

/** Adds tallies up. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    failures: tallies.flatMap(({ failures = [] }) => failures),
  };
}
