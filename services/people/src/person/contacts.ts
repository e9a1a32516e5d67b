import type { Email, Phone, Address } from '@porchlight/contracts';
import { normalizeEmail, readEmails, readExtension, readPhone, splitPhones } from '@porchlight/contact';
import { invalidBody } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { removeInvisible, tagKey } from '@porchlight/text';

/** Removes duplicate tags (D13.7); the first spelling wins. */
export const prepareTags = (tags: readonly string[]): string[] => {
  const unique = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key && !unique.has(key)) unique.set(key, tag.trim());
  }
  return [...unique.values()];
};

/** Size of all tags together in UTF-8, bytes. */
export const tagBytes = (tags: readonly string[]): number => tags.reduce((sum, tag) => sum + Buffer.byteLength(tag), 0);

/** Distinct tags as far as they fit on one person; for writes that must not be refused: leads, merges, plan steps. */
export const fitTags = (tags: readonly string[]): string[] => {
  let bytes = 0;
  return prepareTags(tags)
    .slice(0, LIMITS.personTags.value)
    .filter((tag) => (bytes += Buffer.byteLength(tag)) <= LIMITS.personTagBytes.value);
};

const PARTS = ['street', 'city', 'state', 'code', 'country'] as const;

const formatKey = (address: Address): string => PARTS.map((part) => address[part].trim().toLowerCase()).join('\n');

/** Removes duplicate addresses, case-insensitively, and entries without any part. */
export const prepareAddresses = (addresses: readonly Address[]): Address[] => {
  const unique = new Map<string, Address>();
  for (const address of addresses) {
    const key = formatKey(address);
    if (key.trim() && !unique.has(key)) unique.set(key, { ...address, type: address.type || 'home' });
  }
  return [...unique.values()];
};

/**
 * Ensures exactly one primary entry: the marked one, else the first that identifies a person, else the first
 * (D13.1). `isPrimary` is false for entries that may not be chosen.
 */
const withOnePrimary = <T extends { isPrimary: boolean }>(
  entries: readonly T[],
  identifies: (entry: T) => boolean,
): T[] => {
  const marked = entries.findIndex((entry) => entry.isPrimary);
  const chosen = marked >= 0 ? marked : Math.max(0, entries.findIndex(identifies));
  return entries.map((entry, index) =>
    entry.isPrimary === (index === chosen) ? entry : { ...entry, isPrimary: index === chosen },
  );
};

/** Adds entries to those of a person. New ones are primary only if no entry of the person identifies it (D13.1). */
const behind = <T extends { isPrimary: boolean }>(
  current: readonly T[],
  added: readonly T[],
  identifies: (entry: T) => boolean,
): T[] => {
  if (current.some(identifies)) return [...current, ...added.map((entry) => ({ ...entry, isPrimary: false }))];
  return added.some(identifies)
    ? [...current.map((entry) => ({ ...entry, isPrimary: false })), ...added]
    : [...current, ...(current.length === 0 ? added : added.map((entry) => ({ ...entry, isPrimary: false })))];
};

/**
 * A phone entry as stored. `normalized` is how it is compared; the status Invalid means that it identifies no person
 * (D13.1).
 */
export type StoredPhone = Phone;

const INVALID = 'Invalid';

const isUsable = ({ status }: { readonly status?: string | undefined }): boolean => status !== INVALID;

const readStored = (value: string, country: string): Pick<StoredPhone, 'normalized' | 'status'> => {
  const { normalized, identity } = readPhone(value, country);
  return { normalized, ...(identity === undefined && { status: INVALID }) };
};

/** What decides whether two phones of one person are one: the number with its extension, else the text. */
const listPhoneKeys = (phone: StoredPhone): { number: string; key: string } => {
  const number = isUsable(phone) ? phone.normalized : phone.value.trim().toLowerCase();
  const extension = readExtension(phone.value);
  return { number, key: extension === undefined ? number : `${number};${extension}` };
};

/** Removes duplicate phones and ensures exactly one primary. A number without extension is part of one that has it. */
const distinctPhones = (phones: readonly StoredPhone[]): StoredPhone[] => {
  const unique = new Map<string, StoredPhone>();
  const numbers = new Map<string, StoredPhone>();
  for (const phone of phones) {
    const { number, key } = listPhoneKeys(phone);
    if (!key) continue;
    const duplicate = unique.get(key) ?? (key === number ? numbers.get(number) : undefined);
    if (duplicate) {
      duplicate.isPrimary ||= phone.isPrimary;
      continue;
    }
    const entry = { ...phone };
    unique.set(key, entry);
    if (!numbers.has(number)) numbers.set(number, entry);
  }
  return withOnePrimary([...unique.values()], isUsable);
};

/** Phones of a body as stored, read as in the country of the account. Text that is no phone is stored as it is. */
export const preparePhones = (phones: readonly Phone[], country: string): StoredPhone[] =>
  distinctPhones(
    phones.flatMap(({ value, type, isPrimary, status }) =>
      splitPhones(value).flatMap((text, at) => {
        const visible = removeInvisible(text).trim();
        if (visible === '') return [];
        return [
          {
            value: visible,
            type: type || 'home',
            isPrimary: isPrimary && at === 0,
            ...(status && status !== INVALID && { status }),
            ...readStored(visible, country),
          },
        ];
      }),
    ),
  );

/** Adds stored phones to those of a person. */
export const addPhones = (current: readonly StoredPhone[], added: readonly StoredPhone[]): StoredPhone[] =>
  distinctPhones(behind(current, added, isUsable));

/** An email entry as stored. `status` is empty, Invalid, Unsubscribed, Complained or Bounced. */
export type StoredEmail = Email;

/** Emails of a body that no mail could be sent to, apart from those already known and marked. */
export const invalidEmails = (emails: readonly Email[], current: readonly StoredEmail[] = []): string[] => {
  const tolerated = new Set(current.map((email) => normalizeEmail(email.value)));
  return emails
    .flatMap(({ value }) => readEmails(value))
    .filter(({ value, isEmail }) => !isEmail && !tolerated.has(normalizeEmail(value)))
    .map(({ value }) => value);
};

/** Refuses emails of a body that no mail could be sent to. */
export const checkEmails = (emails: readonly Email[], current: readonly StoredEmail[] = []): void => {
  const bad = invalidEmails(emails, current);
  if (bad.length === 0) return;
  const examples = bad.slice(0, 10).map((value) => `'${value.slice(0, 100)}'`);
  throw invalidBody(`Field 'emails' has values that are no email addresses: ${examples.join(', ')}.`);
};

const identifiesEmail = ({ value }: Pick<StoredEmail, 'value'>): boolean =>
  readEmails(value).some(({ identity }) => identity !== undefined);

/**
 * Emails of a body as stored: the addresses are taken out of the text, without duplicates, with exactly one primary.
 * The service sets the status, never the caller; text without an address has the status Invalid. An address that
 * identifies no person, such as noreply@, is not primary if there is another (D13.1).
 */
export const prepareEmails = (emails: readonly Email[], current: readonly StoredEmail[] = []): StoredEmail[] => {
  const status = new Map(current.map((email) => [normalizeEmail(email.value), email.status]));
  const unique = new Map<string, StoredEmail>();
  const entries = emails.flatMap((entry) => readEmails(entry.value).map((read, at) => ({ ...entry, read, at })));
  const hasIdentity = entries.some(({ read }) => read.identity !== undefined);
  for (const { type, isPrimary: asked, read, at } of entries) {
    const { value, isEmail, identity } = read;
    const key = normalizeEmail(value);
    const isPrimary = asked && at === 0 && (identity !== undefined || !isEmail || !hasIdentity);
    const duplicate = unique.get(key);
    if (duplicate) duplicate.isPrimary ||= isPrimary;
    else unique.set(key, { value, type: type || 'home', isPrimary, status: statusOf(isEmail, status.get(key)) });
  }
  return withOnePrimary([...unique.values()], identifiesEmail);
};

const statusOf = (isEmail: boolean, before = ''): string => {
  if (!isEmail) return INVALID;
  return before === INVALID ? '' : before;
};

/** Adds emails to those of a person; `known` states the statuses of addresses. */
export const addEmails = (
  before: readonly StoredEmail[],
  added: readonly Email[],
  current: readonly StoredEmail[] = before,
): StoredEmail[] => prepareEmails(behind(before, added, identifiesEmail), current);

/** Marks every address that can be mailed as unsubscribed: nothing is sent to it again (D4.18). */
export const unsubscribe = (emails: readonly StoredEmail[]): StoredEmail[] =>
  emails.map((email) => (email.status === INVALID ? email : { ...email, status: 'Unsubscribed' }));

/** The name written beside an email, for a person without a name (D13.1). */
export const findDisplayName = (emails: readonly { readonly value: string }[]): string => {
  for (const { value } of emails)
    for (const { displayName } of readEmails(value)) if (displayName !== undefined) return displayName;
  return '';
};
