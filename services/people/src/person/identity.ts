import { doNamesAgree, normalizeEmail, readEmails, readExtension } from '@porchlight/contact';
import { prepareEmails, preparePhones, type StoredEmail, type StoredPhone } from './contacts';

/** Emails and phones of a person as stored, and its name: all that identifies it (D13.1). */
export interface Contacts {
  readonly emails: readonly Pick<StoredEmail, 'value'>[];
  readonly phones: readonly Pick<StoredPhone, 'value' | 'normalized' | 'status'>[];
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** Contacts of a request as they are stored and compared. */
export const prepareContacts = (
  {
    emails,
    phones,
    ...names
  }: { readonly emails: readonly StoredEmail[]; readonly phones: readonly StoredPhone[] } & {
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
  },
  country: string,
): Contacts => ({ ...names, emails: prepareEmails(emails), phones: preparePhones(phones, country) });

/** The lookup key of text that identifies no person: only filters compare it, as it stands. */
const textKey = (kind: 'e' | 'p', value: string): string => `${kind}t:${value.normalize('NFC').trim().toLowerCase()}`;

/** The lookup key of a stored email. */
const emailKey = (value: string): { key: string; identifies: boolean } => {
  const [email] = readEmails(value);
  const identity = email?.identity;
  return identity === undefined
    ? { key: textKey('e', normalizeEmail(value)), identifies: false }
    : { key: `e:${identity}`, identifies: true };
};

/** The lookup key of a stored phone. */
const phoneKey = ({ value, normalized, status }: Contacts['phones'][number]): { key: string; identifies: boolean } =>
  status === 'Invalid' || normalized === ''
    ? { key: textKey('p', value), identifies: false }
    : { key: `p:${normalized}`, identifies: true };

/** Keys of the emails that a filter or a recipient names; none for a blank text. */
export const emailIdentities = (text: string): string[] => readEmails(text).map(({ value }) => emailKey(value).key);

/** Keys of the phones that a filter names; none for a blank text. */
export const phoneIdentities = (text: string, country: string): string[] =>
  preparePhones([{ value: text, type: '', isPrimary: false, normalized: '' }], country).map(
    (phone) => phoneKey(phone).key,
  );

/** All lookup keys of a person: emails first, then phones. */
export const listIdentities = ({ emails, phones }: Contacts): string[] => [
  ...new Set([...emails.map(({ value }) => emailKey(value).key), ...phones.map((phone) => phoneKey(phone).key)]),
];

/** The keys of the contacts that identify a person, emails first. */
export const listIdentifying = ({ emails, phones }: Contacts): string[] => [
  ...new Set(
    [...emails.map(({ value }) => emailKey(value)), ...phones.map(phoneKey)].flatMap(({ key, identifies }) =>
      identifies ? [key] : [],
    ),
  ),
];

/**
 * The keys that no other person of the account may claim. A phone with an extension claims itself with the extension:
 * two people of one office have two of them.
 */
export const listClaims = ({ emails, phones }: Contacts): string[] => [
  ...new Set([
    ...listIdentifying({ emails, phones: [] }),
    ...phones.flatMap((phone) => {
      const { key, identifies } = phoneKey(phone);
      const extension = readExtension(phone.value);
      if (!identifies) return [];
      return [extension === undefined ? key : `${key};${extension}`];
    }),
  ]),
];

const fullName = ({ firstName = '', lastName = '' }: Contacts): string => `${firstName} ${lastName}`.trim();

/** The extensions of one phone of a person; undefined if an entry has none. */
const listExtensions = ({ phones }: Contacts, key: string): string[] | undefined => {
  const extensions: string[] = [];
  for (const phone of phones) {
    if (phoneKey(phone).key !== key) continue;
    const extension = readExtension(phone.value);
    if (extension === undefined) return undefined;
    extensions.push(extension);
  }
  return extensions;
};

/**
 * Returns whether a person who has this key is the one that the contacts mean. A phone does not match if both have
 * extensions, these differ, and the names do not agree (D13.1).
 */
export const isMatch = (person: Contacts, contacts: Contacts, key: string): boolean => {
  if (!key.startsWith('p:')) return true;
  const sentExtensions = listExtensions(contacts, key);
  if (sentExtensions === undefined || sentExtensions.length === 0) return true;
  const storedExtensions = listExtensions(person, key);
  if (
    storedExtensions === undefined ||
    storedExtensions.length === 0 ||
    storedExtensions.some((extension) => sentExtensions.includes(extension))
  )
    return true;
  return doNamesAgree(fullName(person), fullName(contacts));
};
