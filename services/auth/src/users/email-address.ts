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
