import type { Email, Phone, Address } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';

/** Removes duplicate tags, case-insensitively; the first spelling wins. */
export const prepareTags = (given: readonly string[]): string[] => {
  const unique = new Map<string, string>();
  for (const tag of given) {
    const text = tag.trim();
    const key = text.toLowerCase();
    if (text && !unique.has(key)) unique.set(key, text);
  }
  return [...unique.values()];
};

/** Size of all tags together in UTF-8, bytes. */
export const tagBytes = (tags: readonly string[]): number => tags.reduce((sum, tag) => sum + Buffer.byteLength(tag), 0);

/** Distinct tags as far as they fit on one person; for writes that must not be refused: leads, merges, plan steps. */
export const fitTags = (given: readonly string[]): string[] => {
  let bytes = 0;
  return prepareTags(given)
    .slice(0, LIMITS.personTags.value)
    .filter((tag) => (bytes += Buffer.byteLength(tag)) <= LIMITS.personTagBytes.value);
};

const PARTS = ['street', 'city', 'state', 'code', 'country'] as const;

const formatKey = (address: Address): string => PARTS.map((part) => address[part].trim().toLowerCase()).join('\n');

/** Removes duplicate addresses, case-insensitively, and entries without any part. */
export const prepareAddresses = (given: readonly Address[]): Address[] => {
  const unique = new Map<string, Address>();
  for (const address of given) {
    const key = formatKey(address);
    if (key.trim() && !unique.has(key)) unique.set(key, { ...address, type: address.type || 'home' });
  }
  return [...unique.values()];
};

/** Ensures exactly one primary entry: the first marked one, else the first (decisions section 4). */
const withOnePrimary = <T extends { isPrimary: boolean }>(entries: readonly T[]): T[] => {
  const chosen = Math.max(
    0,
    entries.findIndex((entry) => entry.isPrimary),
  );
  return entries.map((entry, index) =>
    entry.isPrimary === (index === chosen) ? entry : { ...entry, isPrimary: index === chosen },
  );
};

/** A phone entry as stored; phones are compared by `normalized`. */
export type StoredPhone = Phone;

/**
 * How phones are compared: digits only, a leading 1 of eleven digits dropped (decisions section 4). Empty when there is
 * no digit.
 */
export const normalizePhone = (value: string): string => {
  const digits = value.normalize('NFKC').replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};

/** Removes duplicate phones and ensures exactly one primary. Text without digits is unchanged. */
export const preparePhones = (given: readonly Phone[]): StoredPhone[] => {
  const unique = new Map<string, StoredPhone>();
  for (const { value, type, isPrimary, status } of given) {
    const normalized = normalizePhone(value);
    const key = normalized || value.trim().toLowerCase();
    if (!key) continue;
    const duplicate = unique.get(key);
    if (duplicate) duplicate.isPrimary ||= isPrimary;
    else
      unique.set(key, { value: value.trim(), type: type || 'home', isPrimary, normalized, ...(status && { status }) });
  }
  return withOnePrimary([...unique.values()]);
};

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
