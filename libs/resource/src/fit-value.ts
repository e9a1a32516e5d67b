import { accepts, type Codec } from './codec';
import type { Reading } from './reading';

/**
 * Converts a value that its codec rejected. In `lead` mode, a value that is still invalid is dropped, so
 * that only the innermost part of a body is lost. Returns undefined for a dropped value.
 */
export const fit = (codec: Codec<unknown>, value: unknown, reading: Reading, path: string): unknown =>
  value === undefined || accepts(codec, value) ? value : convert(codec, value, reading, path);

/** Like `fit`, for a value that the codec rejected already. */
export const convert = (codec: Codec<unknown>, value: unknown, reading: Reading, path: string): unknown => {
  const coerced = codec.coerce ? codec.coerce(value, reading, path) : value;
  if (!reading.drops || coerced === undefined || accepts(codec, coerced)) return coerced;
  return reading.unreadable(path, coerced);
};
