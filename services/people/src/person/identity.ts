import { isEmail, normalizeEmail, normalizePhone } from './contacts';

/** Emails and phones that identify a person. */
export interface Contacts {
  readonly emails: readonly { readonly value: string }[];
  readonly phones: readonly { readonly value: string }[];
}

/** Minimum number of digits of a phone that identifies a person; `n/a 1` does not. */
const MIN_DIGITS = 5;

/** The lookup key of an email. */
export const emailIdentity = (value: string): string => `e:${normalizeEmail(value)}`;

/** The lookup key of a phone; undefined without digits. */
export const phoneIdentity = (value: string): string | undefined => {
  const digits = normalizePhone(value);
  return digits ? `p:${digits}` : undefined;
};

/** All lookup keys of a person: emails first, then phones. */
export const listIdentities = ({ emails, phones }: Contacts): string[] => [
  ...new Set([
    ...emails.map(({ value }) => emailIdentity(value)),
    ...phones.map(({ value }) => phoneIdentity(value)).filter((key) => key !== undefined),
  ]),
];

/**
 * The keys that identify one person: valid emails and phones that are no placeholders. Two people with `none` or
 * `000-000-0000` are different people.
 */
export const listClaims = ({ emails, phones }: Contacts): string[] =>
  listIdentities({
    emails: emails.filter(({ value }) => isEmail(value.trim())),
    phones: phones.filter(({ value }) => {
      const digits = normalizePhone(value);
      return digits.length >= MIN_DIGITS && /[1-9]/.test(digits);
    }),
  });
