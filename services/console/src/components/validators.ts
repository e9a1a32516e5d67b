import { t } from '@lingui/core/macro';
import { now } from './current-time';

/** Checks a form field. Returns undefined for a valid value, else what to do. The API checks everything again. */
type Validator = (value: string) => string | undefined;

export const required =
  (what: string): Validator =>
  (value) =>
    value.trim() === '' ? t`Enter ${what}.` : undefined;

export const emailAddress: Validator = (value) =>
  /^[^\s@]+@[^\s@]+$/.test(value.trim()) ? undefined : t`Enter an email address, such as name@example.com.`;

/** Minimum length of a password, characters. */
const MIN_PASSWORD_LENGTH = 10;
/** The description of a field for a new password. */
export const PASSWORD_RULE = t`At least ${MIN_PASSWORD_LENGTH} characters.`;
export const newPassword: Validator = (value) =>
  value.length >= MIN_PASSWORD_LENGTH ? undefined : t`Use at least ${MIN_PASSWORD_LENGTH} characters.`;

/** Requires the same text as another field. */
export const samePassword = (value: string, password: string): string | undefined =>
  value === password ? undefined : t`The two passwords differ. Enter the same password twice.`;

export const httpsAddress: Validator = (value) =>
  URL.parse(value.trim())?.protocol === 'https:' ? undefined : t`Enter an address that starts with https://.`;

/** Accepts no date, or a day whose end is in the future. */
export const futureDate: Validator = (value) =>
  value === '' || new Date(`${value}T23:59:59`).getTime() > now() ? undefined : t`Choose today or a later day.`;

/** Requires a choice from a list. */
export const requiredChoice: Validator = (value) => (value === '' ? t`Choose one from the list.` : undefined);

/** Splits a text area into its lines, without empty ones. */
export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Accepts nothing, or a whole number such as 250000 or 250,000. */
export const wholeNumber: Validator = (value) =>
  /^\d*$/.test(value.replaceAll(',', '').trim()) ? undefined : t`Enter a whole number.`;
