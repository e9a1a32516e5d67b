import { LIMITS } from '@porchlight/limits';
import { foldText } from '@porchlight/text';
import type { StoredEmail, StoredPhone } from './contacts';

/** Characters of a beginning that are looked up; the others are compared. */
const BEGINNING = 3;
/** Digits of a phone that are looked up. */
const DIGITS = 4;

/** The words of a name that searches find it by, also the parts of a double name. */
export const listNameWords = (name: string): string[] => {
  const words = foldText(name).split(' ');
  return [...new Set([...words, ...words.flatMap((word) => word.split('-'))])].filter((word) => word !== '');
};

/** The lookup key of the beginning of a word or email; undefined if it is too short. */
export const beginningKey = (text: string): string | undefined =>
  text.length < BEGINNING ? undefined : `^${text.slice(0, BEGINNING)}`;

/** The lookup key of a phone by its first digits. */
export const firstDigitsKey = (digits: string): string => `#${digits.slice(0, DIGITS)}`;

/** The lookup key of a phone by its last digits. */
export const lastDigitsKey = (digits: string): string => `~${digits.slice(-DIGITS)}`;

/** The keys that searches look a person up by, beside the grams of its name in the same index. */
export const listSearchKeys = (
  name: string,
  emails: readonly Pick<StoredEmail, 'value'>[],
  phones: readonly Pick<StoredPhone, 'normalized'>[],
): string[] => {
  const beginnings = [...listNameWords(name), ...emails.map(({ value }) => foldText(value))].map(beginningKey);
  const numbers = phones
    .map(({ normalized }) => normalized.replace('+', ''))
    .filter(({ length }) => length >= DIGITS)
    .flatMap((digits) => [firstDigitsKey(digits), lastDigitsKey(digits)]);
  return [...new Set([...beginnings.filter((key) => key !== undefined), ...numbers])];
};

/** What searches compare of a person or of a relationship: the name, emails, and phones as digits. */
export interface Searched {
  readonly name: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

/** The keys that searches look a person up by its relationships; bounded, because a person has many of them. */
export const listRelationKeys = (relations: readonly Searched[]): string[] =>
  relations
    .flatMap(({ name, emails, phones }) =>
      listSearchKeys(
        name,
        emails.map((value) => ({ value })),
        phones.map((normalized) => ({ normalized })),
      ),
    )
    .slice(0, LIMITS.relationSearchKeys.value);
