import { invalidBody } from '@porchlight/errors';
import { normalizeText } from '@porchlight/store';

const MAX_LENGTH = 254;
const MAX_LOCAL = 64;
// No nested quantifier: the time is linear in the length of a hostile address.
const SHAPE = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/u;

/** Normalizes an email for comparison, without case. */
export const toEmailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase();

/** True for the format of an email address. */
export const isEmailAddress = (text: string): boolean => {
  const local = text.slice(0, Math.max(0, text.lastIndexOf('@')));
  if (text.length > MAX_LENGTH || local.length > MAX_LOCAL || !SHAPE.test(text)) return false;
  return !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
};

/** True for the name of a zone of the IANA database, such as America/New_York; false for an offset. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Longest name in an internal token, characters. */
const LONGEST_NAME = 255;

/** The names of a user as stored. */
interface UserNames {
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
    throw invalidBody(
      `Fields 'firstName' and 'lastName' must have at most ${LONGEST_NAME} characters together, the space between them included.`,
    );
  return { firstName, lastName, name, nameKey: normalizeText(name) };
};
