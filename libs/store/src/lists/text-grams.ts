import { foldText } from '@porchlight/text';

/** Maximum number of trigrams of one text: more than a text of 511 characters can have. */
const MAX_GRAMS = 512;
/** Length of a gram. */
const GRAM = 3;

/** Text as `contains` filters, unique names and name sorts compare it (D13.7). */
export const normalizeText = foldText;

/**
 * The distinct 3-character pieces of the words of the normalised text, for the index behind `contains` filters. Pieces
 * with a space would be a third of the entries of a name and select little.
 */
export const splitGrams = (text: string): string[] => {
  const key = normalizeText(text);
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= key.length && grams.size < MAX_GRAMS; at += 1) {
    const gram = key.slice(at, at + GRAM);
    if (!gram.includes(' ')) grams.add(gram);
  }
  return [...grams];
};

/** Characters of names, the most common first; all others are rarer. */
const COMMON = 'eanirolstdhmcgbkyuwpjvfzxq';

const rarity = (gram: string): number => {
  let sum = 0;
  for (const character of gram) sum += COMMON.includes(character) ? COMMON.indexOf(character) : COMMON.length;
  return sum;
};

/** Those first that are likely to be in the fewest names. */
export const byRarity = (grams: readonly string[]): string[] => grams.toSorted((a, b) => rarity(b) - rarity(a));
