import { foldText } from '@porchlight/text';

/** The parts of a name; empty where there is none. */
export interface NameParts {
  firstName: string;
  lastName: string;
}

const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir madam rev reverend hon capt herr frau hr fr mme mlle sr sra srta'.split(' '),
);
const SUFFIXES = new Set('jr sr ii iii iv md phd esq esquire cpa dds jd mba rn dvm'.split(' '));
const COMPANY_FORMS = new Set('llc inc ltd gmbh co corp lp llp plc ag pllc pc trust'.split(' '));

/** Commas, also of East Asian and Arabic keyboards. */
const COMMA = /[,，،]/u;

const tidy = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/** A word without points: `Jr.`, `Ph.D.` */
const bare = (word: string): string => foldText(word).replace(/[.'-]/gu, '');

const isCompanyForm = (word: string): boolean => COMPANY_FORMS.has(bare(word));
const isSuffix = (word: string): boolean => SUFFIXES.has(bare(word)) || isCompanyForm(word);

/** True for the part after a comma that belongs to the name before it: `Jr.`, `M.D., PhD`, `LLC`. */
const isAddition = (part: string): boolean => part.split(' ').every(isSuffix);

const splitWords = (text: string): NameParts => {
  const space = text.indexOf(' ');
  return space < 0
    ? { firstName: text, lastName: '' }
    : { firstName: text.slice(0, space), lastName: text.slice(space + 1) };
};

/**
 * Splits a full name: the first word is the first name, the rest the last name. `Smith, John` and `Smith Jr., John` are
 * turned; a comma before a suffix or company form turns nothing (D13.5).
 */
export const splitFullName = (name: string): NameParts => {
  const text = tidy(name);
  const parts = text
    .split(COMMA)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [family, ...others] = parts;
  const names = others.filter((part) => !isAddition(part));
  const [first] = names;
  if (family === undefined || names.length !== 1 || first === undefined || isAddition(family))
    return splitWords(tidy(parts.join(', ')));
  const words = first.split(' ');
  if (isCompanyForm(words.at(-1) ?? '')) return splitWords(tidy(parts.join(', ')));
  const end = words.findLastIndex((word) => !isSuffix(word)) + 1;
  const additions = [...words.slice(end), ...others.filter(isAddition)];
  return { firstName: words.slice(0, end).join(' '), lastName: [family, ...additions].join(' ') };
};

const countWords = (text: string): number => tidy(text).split(' ').length;

/**
 * What follows the first name in a full name, compared after folding; empty if the name does not begin with it. Words
 * are counted, because letters with accents may have one or two characters.
 */
export const afterFirstName = (name: string, firstName: string): string => {
  const words = tidy(name).split(' ');
  const count = countWords(firstName);
  return foldText(words.slice(0, count).join(' ')) === foldText(firstName) ? words.slice(count).join(' ') : '';
};

/** What precedes the last name in a full name; empty if the name does not end with it. */
export const beforeLastName = (name: string, lastName: string): string => {
  const words = tidy(name).split(' ');
  const count = Math.max(0, words.length - countWords(lastName));
  return foldText(words.slice(count).join(' ')) === foldText(lastName) ? words.slice(0, count).join(' ') : '';
};

/** The words of a name that count in comparisons: folded, without titles, suffixes and punctuation. */
const listWords = (name: string): string[] => {
  const { firstName, lastName } = COMMA.test(name) ? splitFullName(name) : { firstName: name, lastName: '' };
  const words = foldText(`${firstName} ${lastName}`)
    .replace(/'|\.(?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');
  let [start, end] = [0, words.length];
  while (end - start > 1 && TITLES.has(words[start] as string)) start++;
  while (end - start > 1 && isSuffix(words[end - 1] as string)) end--;
  return words.slice(start, end);
};

/** A name that has words after folding. Most names of leads are equal to the stored ones. */
const HAS_WORD = /[a-z\d]/iu;

const isInitial = (one: string, other: string): boolean => one.length === 1 && other.startsWith(one);

/**
 * True if two names (full, first or last ones) can be of one person: equal after folding, without titles, suffixes and
 * punctuation, or one is an initial of the other (D13.2). An empty name agrees with none.
 */
export const doNamesAgree = (one: string, other: string): boolean => {
  if (one === other && HAS_WORD.test(one)) return true;
  const [a, b] = [listWords(one), listWords(other)];
  if (a.length === 0 || b.length === 0) return false;
  if (a.join('') === b.join('')) return true;
  return (
    a.length === b.length &&
    a.every((word, at) => {
      const against = b[at] as string;
      return word === against || isInitial(word, against) || isInitial(against, word);
    })
  );
};
