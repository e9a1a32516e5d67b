import folding from 'fold-to-ascii';

/** Text of printable ASCII: nearly all names. */
const ASCII = /^[\x20-\x7E]*$/;
/** Characters that typewriters, phones and word processors write for an apostrophe. */
const APOSTROPHES = /[`´‘’‛′‵ʹʻʼʽʾʿˈꞌ՚׳＇]/gu;
const HYPHENS = /[\p{Dash_Punctuation}−⁃˗]/gu;
/** Format and control characters, and signs that are drawn as nothing; tabs and line breaks are blanks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\uFFFC]|(?![\t-\r])\p{Cc}/gu;
/** Joiners change the letters of Persian and Indian names; U+FE0E and U+FE0F choose how an emoji is drawn. */
const SHAPING: ReadonlySet<string> = new Set(['\u200C', '\u200D', '\uFE0E', '\uFE0F']);
/** Accents. The vowel signs of Indian scripts and the sound marks of Japanese make other letters and stay. */
const ACCENTS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309A]]/gv;
/** Greek writes one letter in two ways. */
const FINAL_SIGMA = /ς/gu;

/** The text without characters that have no shape, such as zero-width spaces and byte order marks. */
export const removeInvisible = (text: string): string => (ASCII.test(text) ? text : text.replace(INVISIBLE, ''));

/**
 * A name without characters that have no shape and blanks around it; the joiners U+200C and U+200D stay (D13.5), and
 * signs that choose how an emoji is drawn.
 */
export const cleanName = (name: string): string =>
  (ASCII.test(name) ? name : name.replace(INVISIBLE, (sign) => (SHAPING.has(sign) ? sign : ''))).trim();

/**
 * Text as searches, filters, sorts and comparisons of names read it (D13.7): without case, accents and characters
 * without shape; letters that Unicode does not split in their ASCII form (ł is l, ß is ss, æ is ae); all apostrophes
 * and all hyphens as one; single spaces.
 */
export const foldText = (text: string): string => {
  const plain = ASCII.test(text) ? text.replaceAll('`', "'") : foldLetters(text);
  return plain.toLowerCase().replace(/\s+/gu, ' ').trim();
};

const foldLetters = (text: string): string => {
  // Before NFKD, which splits the acute accent that stands alone into a space and a mark.
  const marked = text.replace(APOSTROPHES, "'").replace(HYPHENS, '-').replace(INVISIBLE, '');
  const letters = marked.normalize('NFKD').replace(ACCENTS, '');
  return folding.foldMaintaining(letters).toLowerCase().replace(FINAL_SIGMA, 'σ').normalize('NFC');
};

/** What decides whether two tags are one: composed letters, no case (D13.7). Empty for a tag without text. */
export const tagKey = (tag: string): string => tag.normalize('NFC').trim().toLowerCase().normalize('NFC');
