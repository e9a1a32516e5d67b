import { invalidBody } from '@porchlight/errors';
import type { UserDocument } from '../users';
import type { Sessions } from './session-parts';

const MIN_PASSWORD = 10;
/** Maximum length of a password that is hashed, characters. */
export const MAX_PASSWORD = 200;

/** Throws INVALID_BODY if the password is too short, or too long to be hashed. */
export const assertPassword = (password: string): void => {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD)
    throw invalidBody(`Field 'password' must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
};

/** Hash of the current password: links and sessions of an earlier password are invalid. */
export const hashPasswordVersion = (
  { secrets }: Pick<Sessions, 'secrets'>,
  { passwordHash = '' }: Pick<UserDocument, 'passwordHash'>,
): string => secrets.hash(`password ${passwordHash}`);
