const started = Date.now();

/** Prints one plain line of progress with the seconds since the start. */
export function step(text) {
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}

/** Prints a line unchanged. */
export function say(text) {
  console.error(text);
}

/** A problem that the user can fix: its message says how. */
export class SetUpProblem extends Error {}

/** The text of a failure: the message of a known problem, else the stack. */
export function explain(error) {
  if (error instanceof SetUpProblem) return `\n${error.message}\n`;
  return `\nSetting up failed: ${error?.stack ?? error}\n`;
}

/** Formats bytes, for example `22.4 MB`. */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
