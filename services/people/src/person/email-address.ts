import type { Email } from '@porchlight/contracts';
import { withOnePrimary } from './with-one-primary';

/** An email entry as stored. `status` is empty, Invalid or Unsubscribed. */
export type StoredEmail = Email;

const MAX_LENGTH = 254;
const MAX_LOCAL = 64;
// One linear pass: no nested quantifier, so a hostile address costs no more than its length.
const SHAPE = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/u;

/** How emails are compared: without regard to case (decisions section 4). */
export const normalizeEmail = (value: string): string => value.normalize('NFC').trim().toLowerCase();

/** True if the text has the form of an email address. */
export const isEmail = (value: string): boolean => {
  const at = value.lastIndexOf('@');
  if (value.length > MAX_LENGTH || at < 1 || at > MAX_LOCAL) return false;
  const local = value.slice(0, at);
  return SHAPE.test(value) && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
};

/** Emails of a body that no mail could be sent to, apart from those already known and marked. */
export const invalidEmails = (given: readonly Email[], known: readonly StoredEmail[] = []): string[] => {
  const tolerated = new Set(known.map((email) => normalizeEmail(email.value)));
  return given
    .filter(({ value }) => !isEmail(value) && !tolerated.has(normalizeEmail(value)))
    .map(({ value }) => value);
};

/**
 * Removes duplicate emails and ensures exactly one primary. The service sets the status, never the caller; invalid
 * addresses get the status Invalid.
 */
export const prepareEmails = (given: readonly Email[], known: readonly StoredEmail[] = []): StoredEmail[] => {
  const status = new Map(known.map((email) => [normalizeEmail(email.value), email.status]));
  const unique = new Map<string, StoredEmail>();
  for (const { value, type, isPrimary } of given) {
    const key = normalizeEmail(value);
    if (!key) continue;
    const duplicate = unique.get(key);
    if (duplicate) duplicate.isPrimary ||= isPrimary;
    else
      unique.set(key, {
        value: value.trim(),
        type: type || 'home',
        isPrimary,
        status: status.get(key) ?? (isEmail(value.trim()) ? '' : 'Invalid'),
      });
  }
  return withOnePrimary([...unique.values()]);
};

/** Marks every address that can be mailed as unsubscribed: nothing is sent to it again (decisions section 4). */
export const unsubscribe = (emails: readonly StoredEmail[]): StoredEmail[] =>
  emails.map((email) => (email.status === 'Invalid' ? email : { ...email, status: 'Unsubscribed' }));
