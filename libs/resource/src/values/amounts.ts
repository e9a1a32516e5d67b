import { toAsciiDigits } from '@porchlight/text';

/** A sign that separates groups of three digits. */
export type GroupSign = ',' | '.';

/** Reading rules of an amount. */
export interface AmountRules {
  /** The only sign that separates thousands, null for none: custom numbers (D13.5). Default: both, as in prices. */
  readonly groupSign?: GroupSign | null | undefined;
}

/** Texts that are longer hold no amount. */
const MAX_LENGTH = 60;
/** ISO 4217 in capitals; in small letters only the usual ones, because `all` and `top` are codes too. */
const CODES = [...Intl.supportedValuesOf('currency'), 'usd', 'eur', 'gbp', 'cad', 'aud', 'chf'].join('|');
const CURRENCY = `(?:(?:USD?|CAD?|AUD?|NZD?|HKD?|SGD?|MXN?|R|C|A|S)?\\p{Sc}|${CODES}|(?:kr|zł|Kč|Ft|S?Fr|Rs|TL|RM|Rp|Dhs?|lei|лв|руб|грн)\\.?)`;
const LEADING = new RegExp(`^${CURRENCY}`, 'u');
const TRAILING = new RegExp(`${CURRENCY}$`, 'u');
/** Blanks of any width, apostrophes and their typographic forms. */
const DROPPED = /[\s\u200b\u2060'\u2019\u02bc`\u00b4]+/gu;
/** Arabic separators of thousands and decimals. */
const ARABIC_GROUP = /\u066c/gu;
const ARABIC_DECIMAL = /\u066b/gu;
/** `1.250,-` and `1'250.–`: no cents. */
const NO_CENTS = /[.,][-\u2013\u2014]$/u;
const SUFFIXES: readonly (readonly [RegExp, number])[] = [
  [/(?:k|thousand|tsd\.?)$/iu, 1_000],
  [/(?:mm?|mil|mio\.?|mln\.?|million(?:s|en|es)?)$/iu, 1_000_000],
];
const EXPONENT = /^\d{1,15}(?:\.\d{1,15})?e\+?\d{1,2}$/iu;
/** Groups of India: `1,25,00,000`. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}$/u;
const DIGITS = /^\d[\d.,]*$|^[.,]\d+$/u;

const withoutCurrency = (text: string): string => text.replace(LEADING, '').replace(TRAILING, '');

/** Digits with one kind of separator: thousands if every group after the first has three digits, else decimals. */
const readOneKind = (
  digits: string,
  sign: GroupSign,
  { groupSign = sign }: AmountRules,
  hasSuffix: boolean,
): number | undefined => {
  const [first = '', ...groups] = digits.split(sign);
  const single = groups.length === 1;
  const hasThousands =
    /^\d{1,3}$/u.test(first) && Number(first) !== 0 && groups.every((group) => /^\d{3}$/u.test(group));
  const isGrouped = hasThousands || LAKHS.test(digits);
  if (isGrouped && sign === groupSign && !(hasSuffix && single)) return Number(first + groups.join(''));
  return single ? Number(`${first || '0'}.${groups[0] || '0'}`) : undefined;
};

/** Digits with both separators: the later one is the decimal sign and occurs once. */
const readBothKinds = (digits: string): number | undefined => {
  const decimal = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  const [whole = '', fraction = '', ...more] = digits.split(decimal);
  if (more.length > 0) return undefined;
  const parts = whole.split(decimal === '.' ? ',' : '.');
  return parts.every((part) => part !== '') ? Number(`${parts.join('')}.${fraction || '0'}`) : undefined;
};

const readDigits = (digits: string, hasSuffix: boolean, rules: AmountRules): number | undefined => {
  if (!DIGITS.test(digits)) return undefined;
  const hasPoint = digits.includes('.');
  if (hasPoint && digits.includes(',')) return readBothKinds(digits);
  if (!hasPoint && !digits.includes(',')) return Number(digits);
  return readOneKind(digits, hasPoint ? '.' : ',', rules, hasSuffix);
};

/**
 * Reads an amount as people, forms and spreadsheets write it (D13.5): `450.000`, `$1,250,000.00`, `350 000 €`, `450k`,
 * `1,5 million`. Groups of three digits after a point or comma are thousands; with both signs the later one is the
 * decimal sign. Undefined for ranges, negative amounts and texts with other words. The result is not rounded. Linear in
 * the text, which has at most 60 characters.
 */
export const readAmount = (text: string, rules: AmountRules = {}): number | undefined => {
  if (text.length > MAX_LENGTH) return undefined;
  const compact = toAsciiDigits(text.normalize('NFKC'))
    .replace(DROPPED, '')
    .replace(ARABIC_GROUP, '')
    .replace(ARABIC_DECIMAL, '.');
  const bare = withoutCurrency(compact.replace(/^\+/u, '')).replace(NO_CENTS, '');
  if (EXPONENT.test(bare)) return Number(bare);
  const suffix = SUFFIXES.find(([pattern]) => pattern.test(bare));
  const digits = suffix ? withoutCurrency(bare.replace(suffix[0], '')) : bare;
  const number = readDigits(digits, suffix !== undefined, rules);
  if (number === undefined || !Number.isFinite(number)) return undefined;
  // 1.005 * 1,000,000 has a rounding error; amounts have no more than six decimals here.
  return suffix ? Number((number * suffix[1]).toFixed(6)) : number;
};

const PLAIN = /^\d{1,12}(?:\.\d{1,2})?$/u;

/** An amount text that strict writes accept: plain digits with at most two decimals; undefined for other text. */
export const readPlainAmount = (text: string): number | undefined => {
  const bare = text.trim();
  return PLAIN.test(bare) ? Number(bare) : undefined;
};

const signs = new Map<string, GroupSign | null>();

/**
 * The sign that separates thousands in a country, ISO 3166 (US: comma, DE: point); null where it is a blank or an
 * apostrophe.
 */
export const groupSignOf = (country: string): GroupSign | null => {
  let sign = signs.get(country);
  if (sign === undefined) signs.set(country, (sign = findGroupSign(country)));
  return sign;
};

const findGroupSign = (country: string): GroupSign | null => {
  if (!/^[A-Z]{2}$/u.test(country)) return ',';
  const { language } = new Intl.Locale('und', { region: country }).maximize();
  const parts = new Intl.NumberFormat(`${language}-${country}`, { numberingSystem: 'latn' }).formatToParts(1_234_567);
  const sign = parts.find(({ type }) => type === 'group')?.value;
  return sign === ',' || sign === '.' ? sign : null;
};
