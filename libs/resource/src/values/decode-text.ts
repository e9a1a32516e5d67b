import { decodeHTMLStrict } from 'entities';

/** An HTML entity with its semicolon, or a quote or backslash behind a backslash. */
const ENCODED = /&(?:#\d{1,8}|#x[\da-f]{1,8}|[a-z][\da-z]{1,31});|\\(['"\\])/giu;

/** Entities that one text decodes once: decoding takes longer than finding them. */
const MAX_REMEMBERED = 256;

/**
 * Decodes HTML entities that end in `;`, and `\'`, `\"` and `\\`, once (D13.5): form plugins encode what people type.
 * `&amp;lt;` becomes `&lt;`. The result is text, never markup.
 */
export const decodeText = (text: string): string => {
  if (!text.includes('&') && !text.includes('\\')) return text;
  const decoded = new Map<string, string>();
  const decode = (entity: string): string => {
    const value = decoded.get(entity) ?? decodeHTMLStrict(entity);
    if (decoded.size < MAX_REMEMBERED) decoded.set(entity, value);
    return value;
  };
  return text.replace(ENCODED, (encoded, escaped: string | undefined) => escaped ?? decode(encoded));
};
