/** Prints progress for the user. */
export type Reporter = Readonly<ReturnType<typeof createReporter>>;

/** Writes to a line sink; `quiet` prints problems only. */
export function createReporter(write: (line: string) => void, quiet: boolean) {
  const seconds = (): string => process.uptime().toFixed(1).padStart(6);
  return {
    /** A line of progress. */
    step: (text: string): void => void (quiet || write(`${seconds()} s  ${text}`)),
    /** A problem; printed also with `quiet`. */
    problem: (text: string): void => write(`${seconds()} s  ${text}`),
    /** A fatal error; printed also with `quiet`. */
    failure: (text: string): void => write(`\n${text}\n`),
    /** Unchanged text, such as the welcome message. */
    text: (text: string): void => void (quiet || write(text)),
  };
}
