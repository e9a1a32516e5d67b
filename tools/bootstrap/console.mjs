const started = Date.now();

/** Prints one plain line of progress with the seconds since the start. */
export function step(text) {
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}

/** Prints a line for people, as it is. */
export function say(text) {
  console.error(text);
}

/** A problem that the person at the keyboard can mend: its message says what to do. */
export class SetUpProblem extends Error {}

/** The text to show for a failure: the message of a known problem, the stack of an unknown one. */
export function explain(error) {
  if (error instanceof SetUpProblem) return `\n${error.message}\n`;
  return `\nSetting up failed: ${error?.stack ?? error}\n`;
}

/** Bytes as people read them, e.g. `22.4 MB`. */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
