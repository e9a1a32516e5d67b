import './es2024';
import completion from '@bomb.sh/tab/commander';
import { CommanderError } from 'commander';
import { createProgram } from './create-program';
import { describeError } from './describe-error';
import { chooseExitCode } from './exit-codes';

// `porchlight people list | head` closes the output early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const program = createProgram().commandsGroup('Other:');
completion(program);
program.parseAsync().catch((error: unknown) => {
  process.exitCode = chooseExitCode(error);
  // Commander has printed its errors.
  if (!(error instanceof CommanderError)) console.error(describeError(error));
});
