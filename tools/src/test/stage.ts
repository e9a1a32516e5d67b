/** Counts of a stage or of all. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
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
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Adds tallies up. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), { passed: 0, failed: 0 });
}
