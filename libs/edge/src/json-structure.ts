import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
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

/**
 * Rejects JSON that would need much more memory or stack than its bytes: too many values, or nested too deep. One pass
 * over the bytes before parsing; invalid JSON is left to the parser. Throws BODY_TOO_COMPLEX.
 */
export const checkJsonStructure = (bytes: Uint8Array): void => {
  const maxValues = LIMITS.bodyValues.value;
  const maxDepth = LIMITS.bodyDepth.value;
  let values = 1;
  let depth = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at++];
    if (byte === QUOTE) at = skipText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > maxDepth) throw refuse('BODY_TOO_COMPLEX', { what: 'levels of nesting', limit: maxDepth });
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (values > maxValues) throw refuse('BODY_TOO_COMPLEX', { what: 'values', limit: maxValues });
  }
};
