import { normalizeEmail, readEmails } from './read-emails';

const MAX_LENGTH = 254;
/** Mailing systems inside a network name hosts without a dot. */
const LOCAL_HOST = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+$/u;

/**
 * The address of a recipient as mailing systems write it, `ann@x.y` or `Ann <ann@x.y>`, ready to be compared with the
 * emails of people (D13.1); undefined when it is none.
 */
export const parseAddress = (recipient: string): string | undefined => {
  const email = readEmails(recipient).find(({ isEmail }) => isEmail);
  if (email) return normalizeEmail(email.value);
  const text = normalizeEmail(recipient);
  return text.length <= MAX_LENGTH && LOCAL_HOST.test(text) ? text : undefined;
};
