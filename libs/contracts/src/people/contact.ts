import { bit, list, object, oneOf, parseJsonText, str, type Codec } from '@porchlight/resource';
import type { Address, Email, Phone } from '../generated/porchlight/people/v1/person_service';

const EMAIL_TYPES = ['home', 'work', 'other'] as const;
const PHONE_TYPES = ['home', 'work', 'mobile', 'fax', 'other'] as const;
const ADDRESS_TYPES = ['home', 'work', 'mailing', 'investment'] as const;

/** An entry as text: JSON of an object, else its value ("a@b.c" is {value: "a@b.c"}; decisions section 1). */
const liftText = (value: unknown): unknown => {
  const opened = parseJsonText(value);
  return typeof opened === 'string' || Array.isArray(opened) ? { value } : opened;
};
const orText = {
  lift: (value: unknown): unknown => (typeof value === 'string' ? liftText(value) : value),
  expected: 'a string or an object',
};

/** Types of one kind of entry: people take open text (D13.5), leads only with lenient handling. */
const typesOf = <const V extends string>(values: readonly V[], fallback: V) => ({
  ofPerson: oneOf(values, { fallback, ignoreCase: true, open: true }),
  ofLead: oneOf(values, { fallback, ignoreCase: true }),
});
const emailType = typesOf(EMAIL_TYPES, 'other');
const phoneType = typesOf(PHONE_TYPES, 'other');
// The specification has no type `other` of addresses (D13.5).
const addressType = typesOf(ADDRESS_TYPES, 'mailing');

const TYPE_TEXT = 'Type of the entry. An unknown one becomes `other`, of addresses `mailing`.';
const EMAIL_TEXTS = {
  value: 'The email address.',
  type: TYPE_TEXT,
  status: 'Empty if mail can be sent, otherwise why not: Invalid, Unsubscribed, Complained or Bounced. Read-only.',
};
const PHONE_TEXTS = {
  value: 'The phone number as it was written.',
  type: TYPE_TEXT,
  status: '`Invalid` if the number identifies no person, otherwise empty. Read-only.',
};
const ADDRESS_TEXTS = { type: TYPE_TEXT };

const emailEntry = { value: str({ min: 1 }), type: emailType.ofPerson, isPrimary: bit(), status: str() };
const emailDefaults = { type: 'home', isPrimary: false, status: '' };
const email: Codec<Email> = object<Email>(emailEntry, {
  describe: EMAIL_TEXTS,
  required: ['value'],
  ...orText,
  defaults: emailDefaults,
});

const phoneEntry = {
  value: str({ min: 1 }),
  type: phoneType.ofPerson,
  isPrimary: bit(),
  normalized: str(),
  status: str(),
};
const phoneDefaults = { type: 'home', isPrimary: false, normalized: '' };
const storedPhone = object<Phone>(phoneEntry, {
  describe: PHONE_TEXTS,
  required: ['value'],
  ...orText,
  defaults: phoneDefaults,
});
/** Clients read `status` of every phone; without one it is empty (D13.10). */
const phone: Codec<Phone> = {
  ...storedPhone,
  render: (value) => storedPhone.render({ ...value, status: value.status ?? '' }),
};

/** Senders of leads leave form fields empty; an entry without a value is skipped, so that the lead is not lost. */
const emailOfLead: Codec<Email> = object<Email>(
  { ...emailEntry, type: emailType.ofLead, value: str({ single: true }) },
  { describe: EMAIL_TEXTS, ...orText, defaults: { ...emailDefaults, value: '' } },
);
const phoneOfLead: Codec<Phone> = object<Phone>(
  { ...phoneEntry, type: phoneType.ofLead, value: str({ single: true }) },
  { describe: PHONE_TEXTS, ...orText, defaults: { ...phoneDefaults, value: '' } },
);

const addressEntry = {
  type: addressType.ofPerson,
  street: str(),
  city: str(),
  state: str(),
  code: str(),
  country: str(),
};
const addressDefaults = { type: 'home', street: '', city: '', state: '', code: '', country: '' };
const address: Codec<Address> = object<Address>(addressEntry, { describe: ADDRESS_TEXTS, defaults: addressDefaults });

/** An address as one text becomes the street (D13.5). */
const liftStreet = (value: unknown): unknown => {
  const opened = typeof value === 'string' ? parseJsonText(value) : value;
  return typeof opened === 'string' ? { street: opened } : opened;
};
const addressOfLead: Codec<Address> = object<Address>(
  { ...addressEntry, type: addressType.ofLead },
  { describe: ADDRESS_TEXTS, lift: liftStreet, expected: 'a string or an object', defaults: addressDefaults },
);

/** A person's emails and phones: arrays of entries, of bare strings, or one bare string. */
export const emails = list(email, 50, { orText: true });
/** Phones of a person or deal party, 50 at most. */
export const phones = list(phone, 50, { orText: true });
/** Emails of a lead: plain text is accepted. */
export const leadEmails = list(emailOfLead, 50, { orText: true });
/** Phones of a lead: plain text is accepted. */
export const leadPhones = list(phoneOfLead, 50, { orText: true });
/** Postal addresses, 50 at most. */
export const addresses = list(address, 50);
/** Addresses of a lead: plain text is the street. */
export const leadAddresses = list(addressOfLead, 50, { orText: true });
