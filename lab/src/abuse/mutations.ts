import type { Random } from '../chaos/random';

/** Pieces that cost more bytes, more escapes or more work than plain letters. All are valid in text fields. */
const PIECES = ['a', 'Z', '0', ' ', 'ä', '漢', '😀', '"', '\\', '\u202e', '%', '$', '.', '<', "'", '\n'];

/** Text of exactly `length` pieces, most of them equal so that it is cheap to make. */
export const strangeText = (random: Random, length: number): string => {
  const head = Array.from({ length: Math.min(length, 24) }, () => random.pick(PIECES)).join('');
  return head + random.pick(PIECES).repeat(Math.max(0, length - 24));
};

/** Plain text that no other call returns. */
export const uniqueWord = (random: Random): string => Math.floor(random.next() * 2 ** 52).toString(36);

/** A number near a power of two, where limits usually are, times `most` at most. */
export const nearLimit = (random: Random, most: number): number =>
  Math.max(1, Math.min(most, Math.round(most / 2 ** Math.floor(random.next() * 4)) + random.pick([-1, 0, 1])));

/** A JSON array of empty arrays of about so many bytes: the smallest body per parsed object. */
export const emptyArrays = (bytes: number): string => `[${'[],'.repeat(Math.floor((bytes - 4) / 3))}[]]`;

/** Nested arrays or objects, `depth` levels. */
export const nested = (random: Random, depth: number): string =>
  random.next() < 0.5 ? '['.repeat(depth) + ']'.repeat(depth) : '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
