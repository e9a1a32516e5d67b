/**
 * The digits of a phone number as filters compare them, without the country code 1 of eleven digits; undefined for a
 * text without digits.
 */
export const normalizeDigits = (number = ''): string | undefined => {
  const digits = number.normalize('NFKC').replace(/\D/gu, '');
  return (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits) || undefined;
};
