/** Counts of a stage or of all. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Tests that could not run on this machine, for example without a browser. */
  readonly skipped: number;
  /** One line for each failure, for the summary at the end of a long output. */
  readonly failures?: readonly string[];
}
