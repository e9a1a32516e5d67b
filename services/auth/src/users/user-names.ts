import { refuse } from '@porchlight/errors';
import { normalizeText } from '@porchlight/store';

/** Longest name in an internal token, characters. */
const LONGEST_NAME = 255;

/** The names of a user as stored. */
export interface UserNames {
  readonly firstName: string;
  readonly lastName: string;
  /** First and last name. */
  readonly name: string;
  /** Normalized for comparison and sorting. */
  readonly nameKey: string;
}

/** The names of a user as stored. Throws INVALID_BODY if they are too long together. */
export const buildUserNames = (firstName: string, lastName: string): UserNames => {
  const name = `${firstName} ${lastName}`.trim();
  if (name.length > LONGEST_NAME)
    throw refuse('INVALID_BODY', {
      problems: `Fields 'firstName' and 'lastName' must have at most ${LONGEST_NAME} characters together, the space between them included.`,
    });
  return { firstName, lastName, name, nameKey: normalizeText(name) };
};
