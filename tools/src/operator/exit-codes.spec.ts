import { CommanderError } from 'commander';
import { refuse } from '@porchlight/errors';
import { PorchlightError } from '@porchlight/sdk';
import { chooseExitCode } from './exit-codes';

const answered = (status: number): PorchlightError => new PorchlightError('No.', { reason: 'X', status });

it.each([
  [0, new CommanderError(0, 'commander.helpDisplayed', '')],
  [1, new Error('a fault')],
  [1, new PorchlightError('Gave up.', { reason: 'ABORTED' })],
  [2, new CommanderError(1, 'commander.unknownCommand', '')],
  [3, answered(400)],
  [3, answered(409)],
  [3, refuse('CONFLICT', { message: 'It is there.' })],
  [4, answered(401)],
  [4, answered(403)],
  [5, answered(404)],
  [5, refuse('NOT_FOUND', { what: 'user' })],
  [6, answered(429)],
  [6, answered(503)],
  [6, new PorchlightError('Away.', { reason: 'NETWORK' })],
  [6, refuse('UNAVAILABLE')],
])('ends with %s for %s', (code, error) => expect(chooseExitCode(error)).toBe(code));
