/** Longest text whose UTF-8 length is taken to be its number of characters. */
const SHORT = 64;
/** Bytes of a number, a date or a boolean with its tag. */
const SCALAR = 9;

/** Approximate size of a document or record, bytes; exact for long texts and binary data. Costs about 1 us per kB. */
export const approximateSize = (value: unknown): number => {
  if (typeof value === 'string') return value.length <= SHORT ? value.length + 2 : Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return SCALAR;
  if (value instanceof Uint8Array) return value.byteLength;
  if (value instanceof Date) return SCALAR;
  let size = 2;
  if (Array.isArray(value)) for (const part of value) size += approximateSize(part);
  else for (const name in value) size += name.length + approximateSize((value as Record<string, unknown>)[name]);
  return size;
};
