import { column, type Columns, type Stored } from '@porchlight/store';
import { invalidBody } from '@porchlight/errors';
import { checkLimit, LIMITS } from '@porchlight/limits';
import sanitizeHtml from 'sanitize-html';

export const noteContentColumns = {
  subject: column.optional(column.text),
  /** Sanitized HTML if `isHtml`, else plain text that must not be rendered as HTML. */
  body: column.optional(column.text),
  isHtml: column.flag,
} satisfies Columns;

/** The content of a note. */
export type NoteContent = Stored<typeof noteContentColumns>;

/** Any host: an address on it is relative. */
const ORIGIN = 'https://relative.invalid';

/** True for an address that makes the browser of a reader call another host, as browsers resolve it. */
const isRemote = (address: string): boolean => {
  const url = URL.parse(address, ORIGIN);
  return url === null || url.origin !== ORIGIN;
};

/** An image of another host reports to its sender who reads the note and when: a link to it remains. */
const linkRemoteImage: sanitizeHtml.Transformer = (tagName, attribs) => {
  const { src = '', alt = '' } = attribs;
  if (!isRemote(src)) return { tagName, attribs };
  return { tagName: 'a', attribs: { href: src, rel: 'noopener noreferrer' }, text: alt || src };
};

/**
 * Allows the output of mail and text editors; no scripts, no frames, no styles that affect the page outside the note.
 */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins'],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    '*': ['align', 'colspan', 'rowspan', 'dir', 'lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // A page opened from a note must not access its opener.
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: linkRemoteImage,
  },
  nestingLimit: 100,
};

/** Removes scripts, event handlers, frames, remote images and URLs that run code from HTML (decisions section 5). */
export const cleanHtml = (html: string): string => sanitizeHtml(html, ALLOWED);

/** The number of signs that may begin a tag. The sanitizer takes about 20 us for each. */
const countTags = (html: string): number => {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count += 1;
  return count;
};

/** The start of a tag, comment or declaration for an HTML parser. */
const MARKUP = /<[a-z!/?]/i;
/** An email address in angle brackets. */
const ADDRESS = /<([^\s<>/"'=@]{1,255}@[^\s<>/"'=@]{1,255})>/g;

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const decode = (html: string): string => html.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!);

/** A text of a lead as it is stored. */
export interface SafeText {
  readonly text: string | undefined;
  /** The text has too many tags to be sanitized: it is stored as plain text, which shows them. */
  readonly isPlain: boolean;
}

/** An encoded `<` that would begin a tag: reading a lead leaves it encoded. */
const ENCODED_TAG = /&lt;(?=[a-z!/?])/gi;

/** The text of tags that were sent encoded, if sanitizing it would remove nothing; else they stay encoded, as text. */
const decodeHarmlessTags = (text: string): string | undefined => {
  if (MARKUP.test(text)) return undefined;
  const decoded = text.replace(ENCODED_TAG, '<');
  if (decoded === text || countTags(decoded) > LIMITS.htmlTags.value) return undefined;
  return safeText(decoded) === decoded ? decoded : undefined;
};

/**
 * The stored text of a lead: unchanged, unless sanitizing it like an HTML note removes something. A text with more than
 * 4,000 tags is never sanitized: its signs `<` are escaped, because a lead must not be lost.
 */
export const readSafeText = (text: string | undefined): SafeText => {
  const encoded = text === undefined ? undefined : decodeHarmlessTags(text);
  if (encoded !== undefined) return { text: encoded, isPlain: false };
  const isPlain = text !== undefined && MARKUP.test(text) && countTags(text) > LIMITS.htmlTags.value;
  return { text: isPlain ? text.replaceAll('<', '&lt;') : safeText(text), isPlain };
};

/** Like `readSafeText`, for a text whose tags were counted. */
export const safeText = (text: string | undefined): string | undefined => {
  if (text === undefined || !MARKUP.test(text)) return text;
  const escaped = text.replace(ADDRESS, '&lt;$1&gt;');
  if (!MARKUP.test(escaped)) return text;
  const clean = cleanHtml(escaped);
  return decode(clean) === decode(escaped) ? text : clean;
};

/** The stored content of a note. Throws INVALID_BODY if it is empty after sanitizing or has too many tags. */
export const prepareNote = ({ subject, body, isHtml }: NoteContent): NoteContent => {
  if (body && isHtml)
    checkLimit(LIMITS.htmlTags, {
      field: 'body',
      sent: countTags(body),
      advice: 'Send fewer tags, or the text without isHtml.',
    });
  const stored = body && isHtml ? cleanHtml(body) : body;
  if (!subject?.trim() && !stored?.trim()) throw invalidBody("A note needs a 'subject' or a 'body'.");
  return { isHtml, ...(subject && { subject }), ...(stored && { body: stored }) };
};
