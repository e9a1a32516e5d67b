/** Digits at the end of a phone number that are compared. */
const PHONE_DIGITS = 7;
/** Contacts of one body. */
const MAX_CONTACTS = 100;
const MAX_CONTACT = 255;

const EMAIL = /[^\s"'<>,;:()[\]{}\\=&]{1,64}@[^\s"'<>,;:()[\]{}\\=&@]{1,190}/g;
const PHONE = /\d[\d\s().+/-]{5,30}\d/g;

/** The key of an email. */
export const emailContact = (email: string): string => email.trim().toLowerCase().slice(0, MAX_CONTACT);

/** The key of a phone: its last seven digits; undefined with fewer. */
export const phoneContact = (phone: string): string | undefined => {
  const digits = phone.replace(/\D/g, '');
  return digits.length < PHONE_DIGITS ? undefined : digits.slice(-PHONE_DIGITS);
};

/**
 * Returns what may identify a person in the body of a refused lead of any format. Used for erasures only: two
 * people whose phones have the same end cost one of them a body that would be deleted within days.
 */
export const listContacts = (body: string): string[] => {
  const emails = [...body.matchAll(EMAIL)].map(([email]) => emailContact(email));
  const phones = [...body.matchAll(PHONE)].flatMap(([phone]) => phoneContact(phone) ?? []);
  return [...new Set([...emails, ...phones])].slice(0, MAX_CONTACTS);
};
