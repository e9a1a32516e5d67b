/** Counts of tests or checks. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Tests that could not run on this machine, for example without a browser. */
  readonly skipped: number;
  /** One text for each failure: its file and title, then the first lines of its message. */
  readonly failures: readonly string[];
}

/** Adds up tallies. */
export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  failures: tallies.flatMap(({ failures }) => failures),
});
