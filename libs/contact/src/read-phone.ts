import { removeInvisible, toAsciiDigits } from '@porchlight/text';
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';

/** A phone as a country's callers read it. */
export interface ReadPhone {
  /** How the phone is compared inside an account: equal to `normalized`; absent if the text identifies no person. */
  readonly identity?: string;
  /** National digits of a number of the account's calling code, else `+<country code><number>`; '' for no number. */
  readonly normalized: string;
  /** Digits of the extension. It is not part of the identity. */
  readonly extension?: string;
  /** True for a number that is possible in the country of the account. */
  readonly isLocal: boolean;
}

/** Country of an account that has not chosen one. */
export const DEFAULT_COUNTRY = 'US';

/** Fewer digits are an extension or a local number of a small place; more are no phone number (E.164). */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;
/** Digits from which a text that is no number of the account's country is compared as it stands. */
const MIN_FOREIGN_DIGITS = 8;
/**
 * Countries where 8 digits are a number without its area code, by the metadata of Google (localOnly), which
 * libphonenumber-js leaves out. Shorter local numbers identify no person anyway; no country has longer ones.
 */
const LOCAL_DIGITS = 8;
const WITH_LOCAL_NUMBERS: ReadonlySet<string> = new Set(['AR', 'GB', 'GG', 'IM', 'IR', 'JE', 'MX']);

/** Spreadsheets shorten long numbers: `7.12E+09`, also as a formula, as text behind a quote, and with `×10^9`. */
const EXPONENT = /^[='"’+-]*\d+(?:[.,]\d*)?\s*(?:e\s*[+-]?|[×*]\s*10\s*\^?\s*\+?|x\s*10\s*\^)\s*\d{1,3}["']*$/iu;
/** Spreadsheets read numbers as fractions: `5125550134.0`, `5125550134,00`. */
const FRACTION = /^(\+?\d{10,})[.,]0+$/u;
const EXTENSION_WORDS =
  'extensi[oó]n|extn|ext|xtn|xt|x|anexo|interno|int|poste|durchwahl|dw|ramal|toestel|wewn?|dahili|klapka|linka|доб';
const EXTENSION_WORD = String.raw`(?<!\p{L})(?:${EXTENSION_WORDS})(?!\p{L})`;
const EXTENSION = new RegExp(
  String.raw`(?:; ?ext ?=|[\s.,;(-]{0,3}(?:${EXTENSION_WORD}|[#~]) ?[.:#=]?) ?(\d{1,9})[\s#)]*$`,
  'iu',
);
/** Phones store what is dialled after a pause: `5125550134,,12`, `5125550134;12#`, `5125550134p12`. */
const PAUSE = /(?<=\d) ?(?:,{1,9}|;|[pw]) ?(\d{1,6})#?$/iu;
/** Digits and the usual signs between them: a text without an extension. */
const PLAIN = /^[\d+()./ -]*$/;
const TRUNK_ZERO = /\( ?0 ?\)/u;

/** Until 2019 a 1 before the ten digits of a number of Mexico meant a mobile phone; many programs still write it. */
const MOBILE_OF_MEXICO = /(?<=^\+?)521(?=\d{10}$)/u;

const COUNTRIES: ReadonlySet<string> = new Set(getCountries());

/** True for a country code (ISO 3166) with a numbering plan, which an account may choose. */
export const isCountry = (code: string): boolean => COUNTRIES.has(code);

/** The calling code of a country, without `+`. */
export const getCallingCode = (country: string): string => getCountryCallingCode(toCountry(country));

const toCountry = (code: string): CountryCode => (isCountry(code) ? (code as CountryCode) : DEFAULT_COUNTRY);

/** The texts read last: a write of a person reads each phone several times. */
const readTexts = new LRUCache<string, ReadPhone>({
  max: 5_000,
  maxSize: 1_000_000,
  sizeCalculation: (_phone, key) => key.length,
});

/**
 * Reads a phone as it is written in a country (ISO 3166; unknown ones count as US). Any text has a result: one that is
 * no phone has no identity (D13.1).
 */
export const readPhone = (text: string, country: string = DEFAULT_COUNTRY): ReadPhone => {
  const key = `${country} ${text}`;
  const cached = readTexts.get(key);
  if (cached) return cached;
  const phone = parsePhone(text, toCountry(country));
  readTexts.set(key, phone);
  return phone;
};

/** True for a number that a spreadsheet shortened: digits are missing, so it identifies no person. */
export const isShortened = (text: string): boolean => EXPONENT.test(toPlain(text));

/** The digits of the extension of a phone; they do not depend on the country. */
export const readExtension = (text: string): string | undefined =>
  PLAIN.test(text) ? undefined : splitExtension(toPlain(text)).extension;

/** Text with ASCII digits and single spaces, without characters that have no shape. */
const toPlain = (text: string): string =>
  toAsciiDigits(removeInvisible(text).normalize('NFKC')).replace(/\s+/gu, ' ').trim();

const splitExtension = (plain: string): { number: string; extension?: string } => {
  const ending = EXTENSION.exec(plain);
  const number = ending ? plain.slice(0, ending.index) : plain;
  if (ending?.[1] !== undefined && /\d/u.test(number)) return { number, extension: ending[1] };
  return splitPause(plain) ?? { number: plain };
};

/** A comma also separates thousands: then the text has more of them, or too few digits before it. */
const splitPause = (plain: string): { number: string; extension: string } | undefined => {
  const ending = PAUSE.exec(plain);
  const number = plain.slice(0, ending?.index);
  if (ending?.[1] === undefined || number.includes(',') || countDigits(number) < MIN_DIGITS) return undefined;
  return { number, extension: ending[1] };
};

const parsePhone = (text: string, country: CountryCode): ReadPhone => {
  const plain = toPlain(text);
  if (EXPONENT.test(plain)) return { normalized: '', isLocal: false };
  const { number, extension } = splitExtension(plain.replace(FRACTION, '$1'));
  const digits = number.replace(/\D/gu, '');
  const read = readNumber(number, digits, country);
  const normalized = read === undefined ? formatDigits(number, digits) : formatNumber(read, country);
  const identifies =
    !isExample(digits) && (read === undefined ? isLongNumber(digits, country) : isIdentity(read, normalized));
  return {
    normalized,
    isLocal: read !== undefined && normalized === read.national,
    ...(extension !== undefined && { extension }),
    ...(identifies && { identity: normalized }),
  };
};

const isLongNumber = ({ length }: string, country: string): boolean =>
  length >= MIN_FOREIGN_DIGITS && length <= MAX_DIGITS && !(length === LOCAL_DIGITS && WITH_LOCAL_NUMBERS.has(country));

const isIdentity = ({ callingCode, national }: PhoneNumber, normalized: string): boolean =>
  !isExample(national) &&
  (normalized === national ? national.length >= MIN_DIGITS : callingCode.length + national.length >= MIN_DIGITS);

/** One digit repeated, or all digits in a row upwards or downwards, 0 beside 9: forms show such numbers. */
const isExample = (digits: string): boolean => {
  const step = (at: number): number => (Number(digits[at]) - Number(digits[at - 1]) + 10) % 10;
  const first = step(1);
  if (first !== 0 && first !== 1 && first !== 9) return false;
  for (let at = 2; at < digits.length; at++) if (step(at) !== first) return false;
  return true;
};

/** A number that is possible in its country. */
interface PhoneNumber {
  readonly callingCode: string;
  readonly national: string;
  /** True for an assigned number. Computed on demand: it costs more than the reading. */
  isValid(): boolean;
}

/** Digits that are no possible number; those with the sign of a country code never equal digits without one. */
const formatDigits = (number: string, digits: string): string => {
  if (isExample(digits)) return digits;
  if (hasPlus(number)) return `+${digits}`;
  return digits.startsWith('00') && digits.length > MIN_DIGITS + 2 ? `+${digits.slice(2)}` : digits;
};

const hasPlus = (number: string): boolean => /^[^\d+]*\+\D*\d/u.test(number);

const formatNumber = ({ callingCode, national }: PhoneNumber, country: CountryCode): string =>
  callingCode === getCountryCallingCode(country) ? national : `+${callingCode}${national}`;

/** The number as its writer meant it: `+`, `00`, `011` and the prefix for calls abroad of the country are equal. */
const readNumber = (number: string, digits: string, country: CountryCode): PhoneNumber | undefined => {
  if (digits.length < MIN_DIGITS - 2 || digits.length > MAX_DIGITS + 4) return undefined;
  const abroad = (prefix: string): PhoneNumber | undefined =>
    digits.startsWith(prefix) ? readAbroad(number, digits.slice(prefix.length)) : undefined;
  // No country code begins with 0: `+01 512 …` is +1 512.
  if (hasPlus(number)) return abroad('') ?? abroad('00') ?? abroad('011') ?? abroad('0');
  const national = parse(digits, country);
  // 0011 is dialled in Australia; no number continues with +1 1.
  if (digits.startsWith('00') && !digits.startsWith('0011')) return abroad('00') ?? national;
  if (!digits.startsWith('011') || national?.isValid()) return national;
  const foreign = abroad('011');
  return foreign?.isValid() ? foreign : (national ?? foreign);
};

/** A number with its country code. In `+44 (0)20 …` the zero is left out, except where it is part of the number. */
const readAbroad = (number: string, digits: string): PhoneNumber | undefined => {
  const asWritten = parse(`+${digits}`);
  const zero = number.search(TRUNK_ZERO);
  if (zero < 0) return asWritten;
  const start = digits.length - number.slice(zero).replace(/\D/gu, '').length;
  if (start < 1) return asWritten;
  const short = parse(`+${digits.slice(0, start)}${digits.slice(start + 1)}`);
  const belongs = asWritten?.isValid() && asWritten.national.startsWith('0') && !short?.isValid();
  return belongs ? asWritten : (short ?? asWritten);
};

/** Reads digits; undefined if the length is not possible. Whether the number is assigned does not matter. */
const parse = (digits: string, country?: CountryCode): PhoneNumber | undefined => {
  const written = country === undefined || country === 'MX' ? digits.replace(MOBILE_OF_MEXICO, '52') : digits;
  const number = parsePhoneNumberFromString(written, { ...(country && { defaultCountry: country }), extract: false });
  if (!number?.isPossible()) return undefined;
  return {
    callingCode: number.countryCallingCode,
    national: number.nationalNumber,
    isValid: () => number.isValid(),
  };
};

/** A word beside a phone, such as `home:` or `(cell)`; not that of an extension. */
const LABEL = new RegExp(String.raw`[\s([]{0,3}(?!${EXTENSION_WORD})(?<!\p{L})\p{L}+(?!\p{L})[\s.:=)\]-]{0,3}`, 'iu');
/** What stands between several phones, the clearest first; also as East Asian and Arabic keyboards write it. */
const SEPARATORS = [/[\r\n\t]+/u, /[;；؛]/u, /[,，、،]/u, /[|｜&＆]/u, /\s[/／]\s/u, /[/／]/u, LABEL];

const countDigits = (text: string): number => text.replace(/\P{Nd}/gu, '').length;

/**
 * The phones of a text. A comma, semicolon, slash, bar, `&`, line break, "or" or a label such as `cell:` separates them
 * where both sides are long enough; `030/123456` is one phone.
 */
export const splitPhones = (text: string): string[] => {
  if (PLAIN.test(text) && !text.includes('/')) return [text];
  let parts = [text];
  for (const separator of SEPARATORS) parts = parts.flatMap((part) => splitAt(part, separator));
  return parts;
};

const splitAt = (text: string, separator: RegExp): string[] => {
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => countDigits(part) >= MIN_DIGITS) ? parts : [text];
};
