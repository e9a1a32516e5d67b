import './es2024';
import completion from '@bomb.sh/tab/commander';
import { CommanderError } from 'commander';
import { isRefusal } from '@porchlight/errors';
import { PorchlightError } from '@porchlight/sdk';
import { createProgram } from './create-program';
import { chooseExitCode } from './exit-codes';

/** Prints an error as one sentence, with the reason of the API if there is one. */
const describeError = (error: unknown): string =>
  isRefusal(error) || error instanceof PorchlightError
    ? `${error.reason}: ${error.message}`
    : error instanceof Error
      ? error.message
      : String(error);

// `porchlight people list | head` closes the output early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const program = createProgram().commandsGroup('Other:');
completion(program);
program.parseAsync().catch((error: unknown) => {
  process.exitCode = chooseExitCode(error);
  // Commander has printed its errors.
  if (!(error instanceof CommanderError)) console.error(describeError(error));
});
