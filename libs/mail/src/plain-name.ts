const MAX_NAME = 60;

/**
 * A name for mails: at most 60 letters, digits and simple punctuation on one line, so that it cannot contain a link or
 * markup.
 */
export const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}\p{M} .,&'\u2019-]+/gu, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME);
