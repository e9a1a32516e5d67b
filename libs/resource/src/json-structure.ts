import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** Returns the index after the string that begins at `from`, or the end of the bytes. */
const skipText = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
};

/** What a body consists of. */
interface JsonStructure {
  readonly values: number;
  /** Levels of nesting. */
  readonly depth: number;
  /** Keys of the object that has the most. */
  readonly keys: number;
}

/** Counts in one pass over the bytes, with memory for the levels of nesting that are allowed. */
const countStructure = (bytes: Uint8Array, maxDepth: number): JsonStructure => {
  const keysAtDepth: number[] = [0];
  const counts = { values: 1, depth: 0, keys: 0 };
  let depth = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at++];
    if (byte === QUOTE) at = skipText(bytes, at);
    else if (byte === COMMA) counts.values += 1;
    else if (byte === COLON && depth > 0 && depth <= maxDepth) {
      const keys = (keysAtDepth[depth] ?? 0) + 1;
      keysAtDepth[depth] = keys;
      if (keys > counts.keys) counts.keys = keys;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      counts.values += 1;
      depth += 1;
      if (depth <= maxDepth) keysAtDepth[depth] = 0;
      if (depth > counts.depth) counts.depth = depth;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return counts;
};

/** Throws BODY_TOO_COMPLEX, with the limit and the count, if a body has more of something than its limit. */
const checkCount = (what: string, value: number, limit: number): void => {
  if (value > limit) throw refuse('BODY_TOO_COMPLEX', { what, value, limit });
};

/** Throws BODY_TOO_COMPLEX for an object with more keys than one object may have. */
export const checkKeys = (keys: number): void => checkCount('keys in one object', keys, LIMITS.bodyKeys.value);

/**
 * Rejects JSON that would need much more memory, stack or time than its bytes: too many values or keys, or nested too
 * deep. One pass over the bytes before parsing; invalid JSON is left to the parser. Throws BODY_TOO_COMPLEX.
 */
export const checkJsonStructure = (bytes: Uint8Array): void => {
  const { values, depth, keys } = countStructure(bytes, LIMITS.bodyDepth.value);
  checkCount('levels of nesting', depth, LIMITS.bodyDepth.value);
  checkCount('values', values, LIMITS.bodyValues.value);
  checkKeys(keys);
};

/** The same for JSON in a text: a field of a form, or a text in a body that was checked before. */
export const checkJsonText = (text: string): void => checkJsonStructure(Buffer.from(text));
