import { isEmail, normalizeEmail } from './email-address';
import { normalizePhone } from './phone-number';

/** Emails and phones that identify a person. */
export interface Contacts {
  readonly emails: readonly { readonly value: string }[];
  readonly phones: readonly { readonly value: string }[];
}

/** Minimum number of digits of a phone that identifies a person; `n/a 1` does not. */
const MIN_DIGITS = 5;

/** The key that an email is found by. */
export const emailIdentity = (value: string): string => `e:${normalizeEmail(value)}`;

/** The key that a phone is found by; undefined when it has no digit. */
export const phoneIdentity = (value: string): string | undefined => {
  const digits = normalizePhone(value);
  return digits ? `p:${digits}` : undefined;
};

/** Every key that a person is found by, over all entries: emails first, then phones. */
export const listIdentities = ({ emails, phones }: Contacts): string[] => [
  ...new Set([
    ...emails.map(({ value }) => emailIdentity(value)),
    ...phones.map(({ value }) => phoneIdentity(value)).filter((key) => key !== undefined),
  ]),
];

/**
 * The keys by which leads are taken for the same person: emails that can be mailed and phones that are more than a
 * placeholder. `none` or `000-000-0000` sent by two strangers must not make them one.
 */
export const listClaims = ({ emails, phones }: Contacts): string[] =>
  listIdentities({
    emails: emails.filter(({ value }) => isEmail(value.trim())),
    phones: phones.filter(({ value }) => {
      const digits = normalizePhone(value);
      return digits.length >= MIN_DIGITS && /[1-9]/.test(digits);
    }),
  });
