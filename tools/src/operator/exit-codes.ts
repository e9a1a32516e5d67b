import { CommanderError } from 'commander';
import { REASONS, isRefusal } from '@porchlight/errors';
import { PorchlightError } from '@porchlight/sdk';

/** Exit codes for scripts; also in docs/cli.md and `--help`. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, notAllowed: 4, notFound: 5, tryLater: 6 } as const;

/** Formats the table for `--help`. */
export const EXIT_CODES_HELP = `
Exit codes:
  0  done
  1  failed, or not everything is well (status, lead send)
  2  the command line is wrong
  3  the service refused the request
  4  not allowed: a wrong key, or a role that may not
  5  the named object does not exist
  6  the service cannot be reached or has too much to do: try again later`;

const NOT_NOW = new Set(['NETWORK', 'TIMEOUT', 'UNAVAILABLE']);

/** Chooses the exit code for an error. */
export function chooseExitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof PorchlightError) return NOT_NOW.has(error.reason) ? EXIT.tryLater : ofStatus(error.status);
  if (isRefusal(error)) return ofStatus(REASONS[error.reason].http);
  return EXIT.failed;
}

function ofStatus(status: number | undefined): number {
  if (status === undefined) return EXIT.failed;
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 404) return EXIT.notFound;
  if (status === 429 || status >= 500) return EXIT.tryLater;
  return EXIT.refused;
}
