import type { Tally } from '../test/tally';

/** Input of a suite on a running stack. */
export interface SuiteContext {
  /** Project root. */
  readonly root: string;
  /** Node 24. */
  readonly node: string;
  /** Fires when the user interrupts the run. */
  readonly signal: AbortSignal;
  /** Only tests in files whose path matches; `restore` runs these on the restored stack. */
  readonly files?: string;
  /** A skipped test counts as failed. */
  readonly strict: boolean;
  /** Prints a line. */
  say(line: string): void;
}

/** Prints whether a check passed, and its output if it failed. */
export function countCheck(say: (line: string) => void, title: string, ok: boolean, output: string): Tally {
  say(`${ok ? 'passed' : 'FAILED'}  ${title}`);
  if (ok) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  say(output.trimEnd());
  return { passed: 0, failed: 1, skipped: 0, failures: [`${title}\n${output.trimEnd()}`] };
}
