import { normalizeEmail, readEmails } from '@porchlight/contact';
import { refuse } from '@porchlight/errors';
import type { FilterValues } from '@porchlight/resource';
import type { Condition, RecordCheck } from '@porchlight/store';
import { foldText } from '@porchlight/text';
import {
  beginningKey,
  firstDigitsKey,
  lastDigitsKey,
  listNameWords,
  type PersonDocument,
  type Searched,
} from '../person';

/** Maximum number of words of a search; each is matched separately. */
const MAX_WORDS = 20;
/** Least digits of a phone that a search finds it by. */
const MIN_DIGITS = 4;

/** What a search [ext] adds to a list. */
export interface Search {
  readonly conditions: readonly Condition[];
  readonly checks: readonly RecordCheck<PersonDocument>[];
}

/** A part of a search: the beginning of a word of the name or of an email, or digits of a phone. */
interface Term {
  readonly text: string;
  /** The digits as typed, and without what is dialled before a national number; empty for a word. */
  readonly digits: readonly string[];
}

const isNumber = (word: string): boolean => /^[+\p{Nd}()./-]+$/u.test(word) && /\p{Nd}/u.test(word);

const readDigits = (text: string, callingCode: string): string[] => {
  const digits = text.replace(/\D/gu, '').replace(/^00/u, '');
  const shorter = [callingCode, '0'].flatMap((before) =>
    digits.startsWith(before) ? [digits.slice(before.length)] : [],
  );
  return [digits, ...shorter].filter(({ length }) => length >= MIN_DIGITS);
};

/** Numbers that stand side by side are one phone: `(512) 555`. */
const splitTerms = (text: string, callingCode: string): Term[] => {
  const words = foldText(text).split(' ');
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    let end = at;
    while (end < words.length && isNumber(words[end] as string)) end++;
    const digits = end > at ? readDigits(words.slice(at, end).join(''), callingCode) : [];
    const last = digits.length > 0 ? end : at + 1;
    terms.push({ text: words.slice(at, last).join(' '), digits });
    at = last;
  }
  return terms;
};

const listEmailForms = ({ emails }: Searched): string[] =>
  emails.flatMap((value) => [value.toLowerCase(), normalizeEmail(value)]);

const hasPhone = ({ phones }: Searched, digits: readonly string[]): boolean =>
  phones.some((normalized) => {
    const number = normalized.replace('+', '');
    return digits.some((part) => number.startsWith(part) || number.endsWith(part));
  });

const matchesTerm = (subject: Searched, { text, digits }: Term): boolean => {
  if (digits.length > 0 && hasPhone(subject, digits)) return true;
  const words = listNameWords(subject.name);
  if (text.split(' ').every((part) => words.some((word) => word.startsWith(part)))) return true;
  return listEmailForms(subject).some((email) => email.startsWith(text));
};

/** The person and its relationships, which find it too (D12.4). */
const listSubjects = ({ name, emails, phones, relations = [] }: PersonDocument): Searched[] => [
  { name, emails: emails.map(({ value }) => value), phones: phones.map(({ normalized }) => normalized) },
  ...relations,
];

/** Keys of which a person has at least one if the term matches; none for a text that is too short. */
const listKeys = ({ text, digits }: Term): string[] => {
  const beginning = beginningKey(text.split(' ')[0] ?? '');
  if (beginning === undefined) return [];
  return [beginning, ...digits.flatMap((part) => [firstDigitsKey(part), lastDigitsKey(part)])];
};

const searchOne = (phrase: string, callingCode: string): Search | undefined => {
  const [email] = readEmails(phrase);
  const text = email?.isEmail ? email.value : phrase;
  const terms = splitTerms(text, callingCode).filter((term) => term.text !== '');
  if (terms.length > MAX_WORDS)
    throw refuse('INVALID_QUERY', { problems: `Parameter 'q' takes at most ${MAX_WORDS} words.` });
  if (terms.length === 0) return undefined;
  const keys = terms.map(listKeys).filter(({ length }) => length > 0);
  return {
    conditions: keys.map((some) => ({ nameGrams: { $in: some } })),
    checks: [
      {
        fields: ['name', 'emails', 'phones', 'relations'],
        accepts: (person) => {
          const subjects = listSubjects(person);
          return terms.every((term) => subjects.some((subject) => matchesTerm(subject, term)));
        },
      },
    ],
  };
};

/**
 * Reads the parameter q (D13.7): every part must be the beginning of a word of the name or of an email, or four or more
 * of the first or last digits of a phone. Throws INVALID_QUERY for more than 20 words.
 */
export const readSearch = (filters: readonly FilterValues[], callingCode: string): Search => {
  const searches = filters.flatMap(({ name, values }) =>
    name === 'q' ? [searchOne(values[0] ?? '', callingCode)] : [],
  );
  return {
    conditions: searches.flatMap((one) => one?.conditions ?? []),
    checks: searches.flatMap((one) => one?.checks ?? []),
  };
};
