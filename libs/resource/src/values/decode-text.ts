import { decodeHTMLStrict } from 'entities';

/** An HTML entity with its semicolon, or a quote or backslash behind a backslash. */
const ENCODED = /&(?:#\d{1,8}|#x[\da-f]{1,8}|[a-z][\da-z]{1,31});|\\(['"\\])/giu;

/** Entities that one text decodes once: decoding takes longer than finding them. */
const MAX_REMEMBERED = 256;

/** Stands for a decoded `<`; no text contains this code point. */
const DECODED_LESS = '\uFDD0';
/** A decoded `<` that begins a tag for an HTML parser. */
const DECODED_TAG = /\uFDD0(?=[a-z!/?])/giu;

const decodeWith = (text: string, less: string): string => {
  if (!text.includes('&') && !text.includes('\\')) return text;
  const decoded = new Map<string, string>([['&lt;', less]]);
  const decode = (entity: string): string => {
    const remembered = decoded.get(entity);
    if (remembered !== undefined) return remembered;
    const character = decodeHTMLStrict(entity);
    const value = character === '<' ? less : character;
    if (decoded.size < MAX_REMEMBERED) decoded.set(entity, value);
    return value;
  };
  return text.replace(ENCODED, (encoded, escaped: string | undefined) => escaped ?? decode(encoded));
};

/**
 * Decodes HTML entities that end in `;`, and `\'`, `\"` and `\\`, once (D13.5): form plugins encode what people type.
 * `&amp;lt;` becomes `&lt;`. The result is text, never markup.
 */
export const decodeText = (text: string): string => decodeWith(text, '<');

/**
 * Decodes like `decodeText` a text that may hold HTML, such as a message. An encoded `<` that would begin a tag stays
 * `&lt;`: the result has no tag that the text did not have.
 */
export const decodeTextBesideHtml = (text: string): string => {
  if (text.includes(DECODED_LESS)) return decodeText(text);
  return decodeWith(text, DECODED_LESS).replace(DECODED_TAG, '&lt;').replaceAll(DECODED_LESS, '<');
};
