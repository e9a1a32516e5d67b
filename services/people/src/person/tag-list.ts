import { LIMITS } from '@porchlight/limits';

/** Removes duplicate tags, case-insensitively; the first spelling wins. */
export const prepareTags = (given: readonly string[]): string[] => {
  const unique = new Map<string, string>();
  for (const tag of given) {
    const text = tag.trim();
    const key = text.toLowerCase();
    if (text && !unique.has(key)) unique.set(key, text);
  }
  return [...unique.values()];
};

/** Size of all tags together in UTF-8, bytes. */
export const tagBytes = (tags: readonly string[]): number => tags.reduce((sum, tag) => sum + Buffer.byteLength(tag), 0);

/** Distinct tags as far as they fit on one person; for writes that must not be refused: leads, merges, plan steps. */
export const fitTags = (given: readonly string[]): string[] => {
  let bytes = 0;
  return prepareTags(given)
    .slice(0, LIMITS.personTags.value)
    .filter((tag) => (bytes += Buffer.byteLength(tag)) <= LIMITS.personTagBytes.value);
};
