/** Prints progress for the user. */
export interface Reporter {
  /** A line of progress. */
  step(text: string): void;
  /** A problem; printed also with `quiet`. */
  problem(text: string): void;
  /** A fatal error; printed also with `quiet`. */
  failure(text: string): void;
  /** Unchanged text, such as the welcome message. */
  text(text: string): void;
}

/** Writes to a line sink; `quiet` prints problems only. */
export function createReporter(write: (line: string) => void, quiet: boolean): Reporter {
  const seconds = (): string => process.uptime().toFixed(1).padStart(6);
  return {
    step: (text) => quiet || write(`${seconds()} s  ${text}`),
    problem: (text) => write(`${seconds()} s  ${text}`),
    failure: (text) => write(`\n${text}\n`),
    text: (text) => quiet || write(text),
  };
}
