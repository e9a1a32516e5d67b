const ASCII = /^[\0-\x7F]*$/;
const DIGIT = /\p{Nd}/u;

/** Unicode has the digits 0 to 9 of a script in a row, so their value is the distance to the first digit. */
const readDigit = (digit: string): string => {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
};

/** The text with digits of all scripts (Arabic, Persian, Devanagari, Thai) as 0 to 9. */
export const toAsciiDigits = (text: string): string =>
  ASCII.test(text) ? text : text.replace(/(?!\d)\p{Nd}/gu, readDigit);

/**
 * The digits of a phone number as filters compare them, without the country code 1 of eleven digits; undefined for a
 * text without digits.
 */
export const normalizeDigits = (number = ''): string | undefined => {
  const digits = toAsciiDigits(number.normalize('NFKC')).replace(/\D/gu, '');
  return (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits) || undefined;
};
