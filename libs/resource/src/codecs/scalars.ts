import { alike, identity, reject, same, unlessEmpty, type Codec } from '../codec';
import { ACCEPTS_TEXT, ENUM_DESCRIPTIONS } from '../describe-schema';
import {
  coerceAmount,
  coerceBoolean,
  coerceDecimal,
  coerceInteger,
  coerceText,
  coerceWord,
  wordKey,
  type WordOptions,
} from './coercions';

/** The largest integer of the API (decisions section 1). */
export const INT32_MAX = 2_147_483_647;
/** The smallest integer of the API. */
export const INT32_MIN = -2_147_483_648;

/** A 32-bit integer (decisions section 1), optionally narrower. */
export const int = (limits: { min?: number; max?: number } = {}): Codec<number> => {
  const { min = INT32_MIN, max = INT32_MAX } = limits;
  return {
    read: (value, path, problems) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? value
        : reject(problems, path, value, `must be an integer between ${min} and ${max}`),
    render: identity,
    fromText: unlessEmpty((text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)),
    coerce: coerceInteger,
    ...alike({ type: 'integer', format: 'int32', minimum: min, maximum: max }),
  };
};

/**
 * The id of a record, described as a number and also read as text. An empty text counts as absent: connectors send one
 * when nothing is selected.
 */
export const recordId = (): Codec<number> => {
  const codec = int({ min: 1 });
  const read: Codec<number>['read'] = (value, path, problems) => {
    if (value === '') return undefined;
    return codec.read(typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value, path, problems);
  };
  return { ...codec, read };
};

/**
 * A price: an integer from 0. As text it has plain digits with at most two decimals and is rounded; a lead may write it
 * in any notation of D13.5.
 */
export const amount = (): Codec<number> => ({
  ...int({ min: 0 }),
  read: (value, path, problems) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= INT32_MAX
      ? value
      : reject(problems, path, value, `must be an integer between 0 and ${INT32_MAX}, in plain digits`),
  fromText: unlessEmpty(same),
  coerce: coerceAmount,
});

/** A price of a lead, which senders may also write as text, in any notation of D13.5. */
export const leadAmount = (): Codec<number> => {
  const codec = amount();
  return { ...codec, takes: { ...codec.takes, [ACCEPTS_TEXT]: '$450,000' } };
};

/** A number with fractions from `min` to 2147483647, for halves such as bathrooms. */
export const decimal = ({ min = INT32_MIN }: { min?: number } = {}): Codec<number> => ({
  read: (value, path, problems) =>
    typeof value === 'number' && value >= min && value <= INT32_MAX
      ? value
      : reject(problems, path, value, `must be a number between ${min} and ${INT32_MAX}`),
  render: identity,
  fromText: unlessEmpty(same),
  coerce: coerceDecimal,
  ...alike({ type: 'number', minimum: min, maximum: INT32_MAX }),
});

/** Options of text. */
export interface TextOptions {
  /** Maximum length, characters; default: 255. */
  readonly max?: number;
  /** Spaces at both ends are removed unless false. */
  readonly trim?: boolean;
  readonly min?: number;
  /** A number is accepted in every mode and becomes text: bedrooms, a stage's id. */
  readonly numbers?: boolean;
  /** Of a list of values, `lead` mode takes the first; otherwise it joins them with commas. */
  readonly single?: boolean;
}

const MAX_MONEY = 999_999_999_999.99;

/** An amount of money from 0 to 999,999,999,999.99 with at most two decimals; a numeric string is accepted. */
export const money = (): Codec<number> => ({
  read: (given, path, problems) => {
    const value = typeof given === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(given.trim()) ? Number(given) : given;
    const isAmount = typeof value === 'number' && value >= 0 && value <= MAX_MONEY;
    if (isAmount && (Number.isInteger(value) || Number(value.toFixed(2)) === value)) return value;
    return reject(problems, path, value, `must be an amount between 0 and ${MAX_MONEY} with at most two decimals`);
  },
  render: identity,
  fromText: unlessEmpty(same),
  ...alike({ type: 'number', minimum: 0, maximum: MAX_MONEY, description: 'At most two decimals.' }),
});

/** True for valid Unicode without NUL, which stored text must be. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** Valid Unicode without NUL, at most `max` characters; names are trimmed. */
export const str = (options: TextOptions = {}): Codec<string> => {
  const { max = 255, trim = true, min = 0, numbers = false, single = false } = options;
  return {
    read: (given, path, problems) => {
      if (typeof given !== 'string') return reject(problems, path, given, 'must be a string');
      if (!isStorable(given)) return reject(problems, path, given, 'must be valid Unicode without NUL characters');
      const value = trim ? given.trim() : given;
      if (value.length > max) return reject(problems, path, given, `must be at most ${max} characters long`);
      return value.length < min ? reject(problems, path, given, 'must not be empty') : value;
    },
    render: identity,
    fromText: same,
    coerce: coerceText({ max, trim, numbers, single }),
    takes: { type: 'string', maxLength: max, ...(min > 0 && { minLength: min }) },
    shows: { type: 'string' },
  };
};

/** Long text: not trimmed, 65,536 characters by default. */
export const text = (max = 65_536): Codec<string> => str({ max, trim: false });

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
]);

const booleanFromText = unlessEmpty(
  (raw) => ({ true: true, false: false, '1': true, '0': false })[raw.toLowerCase()] ?? raw,
);

/** true/false/1/0 as input, true/false as output. */
export const bool = (): Codec<boolean> => ({
  read: (value, path, problems) => BOOLEANS.get(value) ?? reject(problems, path, value, 'must be true, false, 1 or 0'),
  render: identity,
  fromText: booleanFromText,
  coerce: coerceBoolean,
  // One JSON type, for client generators; 0 and 1 are accepted too.
  ...alike({ type: 'boolean' }),
});

/** true/false/1/0 as input, 0/1 as output, as the specification defines some fields. */
export const bit = (): Codec<boolean> => ({
  ...bool(),
  render: (value) => (value ? 1 : 0),
  ...alike({ type: 'integer', minimum: 0, maximum: 1 }),
});

const findAlias = <V>(aliases: Readonly<Record<string, V>> = {}, value: unknown): V | undefined => {
  const key = typeof value === 'string' ? wordKey(value) : '';
  return Object.hasOwn(aliases, key) ? aliases[key] : undefined;
};

/** The meaning of each word for people who use the API. */
export interface DescribedWords<V extends string> {
  readonly describe?: Readonly<Record<V, string>>;
}

/**
 * One of a closed list of words. `lead` mode compares without case, spaces, hyphens and underscores, and reads an
 * unknown word as `fallback`. `aliases` are further words, compared so in every mode: their keys are lower case without
 * blanks, hyphens and underscores.
 */
export const oneOf = <const V extends string>(
  values: readonly V[],
  { ignoreCase = false, describe, ...options }: WordOptions<V> & DescribedWords<V> = {},
): Codec<string> => ({
  read: (value, path, problems) =>
    values.find((word) => word === value) ??
    (ignoreCase && typeof value === 'string'
      ? values.find((word) => word === value.trim().toLowerCase())
      : undefined) ??
    findAlias(options.aliases, value) ??
    reject(problems, path, value, `must be one of ${values.join(', ')}`),
  render: identity,
  fromText: unlessEmpty(same),
  coerce: coerceWord(values, options),
  // Values may be added later; clients must accept unknown ones.
  takes: {
    type: 'string',
    ...(ignoreCase ? { examples: values } : { enum: values }),
    ...(describe && { [ENUM_DESCRIPTIONS]: describe }),
  },
  shows: { type: 'string', ...(describe && { [ENUM_DESCRIPTIONS]: describe }) },
});

/** A string that also accepts numbers, such as stageId. */
export const idText = (): Codec<string> => ({
  read: (value, path, problems) => {
    const id = typeof value === 'number' ? String(value) : value;
    const isId = typeof id === 'string' && /^\d{1,10}$/.test(id) && Number(id) <= INT32_MAX;
    return isId ? id : reject(problems, path, value, 'must be an id');
  },
  render: identity,
  fromText: unlessEmpty(same),
  // Numbers are accepted too.
  takes: { type: 'string', maxLength: 10 },
  shows: { type: 'string' },
});
