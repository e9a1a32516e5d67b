const MAX_LENGTH = 254;
const MAX_LOCAL = 64;
// One linear pass: no nested quantifier, so a hostile address costs no more than its length.
const SHAPE = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/u;

/** How emails of users are compared: without regard to case. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').trim().toLowerCase();

/** True when mail could be sent there, as far as its shape tells. */
export const isEmailAddress = (text: string): boolean => {
  const local = text.slice(0, Math.max(0, text.lastIndexOf('@')));
  if (text.length > MAX_LENGTH || local.length > MAX_LOCAL || !SHAPE.test(text)) return false;
  return !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
};
