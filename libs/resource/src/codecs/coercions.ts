import { unwrapSingle, type Reading } from '../reading';
import { readAmount, readPlainAmount } from '../values/amounts';

const WHOLE = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?(?:\d{1,15}(?:\.\d*)?|\.\d{1,15})(?:e[+-]?\d{1,3})?$/i;
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** Parses the number in a text, without currency signs and with thousands separators; undefined if there is none. */
const numberIn = (raw: string): number | undefined => {
  const bare = raw.trim().replace(/^(?:USD|EUR|GBP|\p{Sc})\s*|\s*(?:USD|EUR|GBP|\p{Sc})$/gu, '');
  if (DECIMAL.test(bare)) return Number(bare);
  return GROUPED.test(bare) ? Number(bare.replaceAll(',', '')) : undefined;
};

/**
 * Numbers: those that `exact` matches as text in every mode; others, such as "$310,000", through `finish` in `lead`
 * mode.
 */
const coerceNumber =
  (exact: RegExp, finish: (number: number) => number) =>
  (value: unknown, reading: Reading, path: string): unknown => {
    if (typeof value === 'string' && exact.test(value.trim())) return Number(value);
    if (!reading.converts) return value;
    const single = unwrapSingle(value);
    if (single === null || single === undefined) return undefined;
    const number = typeof single === 'string' ? numberIn(single) : single;
    if (typeof number !== 'number' || !Number.isFinite(number)) return reading.unreadable(path, value);
    return reading.changed(path, finish(number));
  };

/** Integers: whole numbers as text in every mode; fractions (rounded) and amounts such as "$310,000" in `lead` mode. */
export const coerceInteger = coerceNumber(WHOLE, Math.round);
/** Numbers with fractions: decimals as text in every mode; other notations in `lead` mode. */
export const coerceDecimal = coerceNumber(DECIMAL, (number) => number);

/**
 * Amounts, rounded: plain digits with at most two decimals as text in every mode, all notations of `readAmount` and
 * fractions in `lead` mode (D13.5).
 */
export const coerceAmount = (value: unknown, reading: Reading, path: string): unknown => {
  const plain = typeof value === 'string' ? readPlainAmount(value) : undefined;
  if (plain !== undefined && Number.isInteger(plain)) return plain;
  if (!reading.converts) return plain === undefined ? value : Math.round(plain);
  const single = unwrapSingle(value);
  if (single === null || single === undefined) return undefined;
  const amount = typeof single === 'string' ? readAmount(single) : single;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return reading.unreadable(path, value);
  return reading.changed(path, Math.round(amount));
};

/** Removes characters that stored text must not contain: NUL and lone surrogates. */
const cleanText = (raw: string): string => raw.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');

/** Cuts text to at most `max` UTF-16 units, never within a surrogate pair. */
const cutText = (raw: string, max: number): string => {
  if (raw.length <= max) return raw;
  const cut = raw.slice(0, max);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
};

const scalarText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    ? String(value)
    : undefined;
};

/** Maximum number of list entries that are joined to one text. */
const MAX_JOINED = 1_000;

interface TextRules {
  readonly max: number;
  readonly trim: boolean;
  readonly numbers: boolean;
  readonly single: boolean;
}

/**
 * Text: numbers where the field accepts them; in `lead` mode all scalars and lists of them, cleaned and cut at the
 * limit.
 */
export const coerceText = ({ max, trim, numbers, single }: TextRules) => {
  const join = (values: readonly unknown[]): string | undefined => {
    const texts = values.slice(0, MAX_JOINED).flatMap((entry) => scalarText(unwrapSingle(entry)) ?? []);
    return texts.length === 0 ? undefined : texts.slice(0, single ? 1 : undefined).join(',');
  };
  return (value: unknown, reading: Reading, path: string): unknown => {
    if (numbers && typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (!reading.converts) return value;
    const single = unwrapSingle(value);
    if (single === null || single === undefined || (Array.isArray(single) && single.length === 0)) return undefined;
    const text = Array.isArray(single) ? join(single) : scalarText(single);
    if (text === undefined) {
      if (reading.drops) reading.objectsForText.push(path);
      return reading.unreadable(path, value);
    }
    const clean = cleanText(text);
    return reading.changed(path, cutText(trim ? clean.trim() : clean, max));
  };
};

const WORDS_OF_TRUTH = new Map<string, boolean>([
  ...['true', '1', 'yes', 'y', 'on', 't'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'n', 'off', 'f'].map((word) => [word, false] as const),
]);

/** Booleans: "true" and "false" in every mode, other usual words in `lead` mode. */
export const coerceBoolean = (value: unknown, reading: Reading, path: string): unknown => {
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value.trim())) return value.trim().toLowerCase() === 'true';
  if (!reading.converts) return value;
  const single = unwrapSingle(value);
  if (single === null || single === undefined) return undefined;
  const truth = WORDS_OF_TRUTH.get(String(scalarText(single)).trim().toLowerCase());
  return truth === undefined ? reading.unreadable(path, value) : reading.changed(path, truth);
};

/** Options of a closed list of words. */
export interface WordOptions<V extends string> {
  /** `lead` mode reads an unknown word as this one. */
  readonly fallback?: V;
  /** Words are compared without case. */
  readonly ignoreCase?: boolean;
  /** Unknown text is read as `fallback` and reported in every mode: senders use open text there (D13.5). */
  readonly open?: boolean;
  /** Further words, compared in every mode as `wordKey` spells them; the keys are spelled so. */
  readonly aliases?: Readonly<Record<string, V>>;
}

/** Spelling of words of a closed list without case, spaces, hyphens and underscores. */
export const wordKey = (word: string): string => word.replace(/[\s_-]+/g, '').toLowerCase();

/**
 * Words of a closed list: other spellings, aliases, and the fallback for unknown words, in `lead` mode. An `open` list
 * takes unknown text as the fallback in every mode, and an empty one as absent.
 */
export const coerceWord = (
  values: readonly string[],
  { fallback, open = false, aliases = {} }: WordOptions<string>,
) => {
  const byKey = new Map([...Object.entries(aliases), ...values.map((word) => [wordKey(word), word] as const)]);
  return (value: unknown, reading: Reading, path: string): unknown => {
    if (open && typeof value === 'string')
      return value.trim() === '' ? undefined : reading.changed(path, byKey.get(wordKey(value)) ?? fallback);
    if (!reading.converts) return value;
    const single = unwrapSingle(value);
    if (single === null || single === undefined) return undefined;
    const text = scalarText(Array.isArray(single) ? single[0] : single);
    const word =
      (text === undefined ? undefined : byKey.get(wordKey(text))) ?? (text?.trim() === '' ? undefined : fallback);
    return word === undefined ? reading.unreadable(path, value) : reading.changed(path, word);
  };
};
