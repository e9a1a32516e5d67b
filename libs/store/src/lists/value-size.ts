/** Longest text whose UTF-8 length is taken to be its number of characters. */
const SHORT = 64;
/** Bytes of a number, a date or a boolean with its tag. */
const SCALAR = 9;

const measureParts = (value: object): number => {
  let size = 2;
  if (Array.isArray(value)) for (const part of value) size += approximateSize(part);
  else
    for (const name in value) {
      const part = (value as Record<string, unknown>)[name];
      // Most fields are scalars: a test here costs less than a call.
      size += name.length + (typeof part === 'number' || typeof part === 'boolean' ? SCALAR : approximateSize(part));
    }
  return size;
};

/** Approximate size of a document or record, bytes; exact for long texts and binary data. Costs about 1 us per kB. */
export const approximateSize = (value: unknown): number => {
  if (typeof value === 'string') return value.length <= SHORT ? value.length + 2 : Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return SCALAR;
  if (Array.isArray(value)) return value.length === 0 ? 2 : measureParts(value);
  if (value instanceof Date) return SCALAR;
  return value instanceof Uint8Array ? value.byteLength : measureParts(value);
};
