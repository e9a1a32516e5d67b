import { refuse } from '@porchlight/errors';
import sanitizeHtml from 'sanitize-html';

/** What a note says. */
export interface NoteContent {
  subject?: string;
  /** Sanitised when `isHtml`; else plain text, never to be read as HTML. */
  body?: string;
  isHtml: boolean;
}

/** What mail and text editors write; nothing that runs, loads a page or reaches outside the note's own box. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins'],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    '*': ['align', 'colspan', 'rowspan', 'dir', 'lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // A page opened from a note must not get hold of the page that opened it.
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  nestingLimit: 100,
};

/** HTML without scripts, handlers, frames and addresses that run code (decisions section 5). */
export const cleanHtml = (html: string): string => sanitizeHtml(html, ALLOWED);

const UNSAFE = /<\/?(script|iframe|object|embed|svg|math|style|link|meta|base|form)\b|<[^>]{0,2000}\bon[a-z]+\s*=|javascript:/i;

/** Whether a text contains markup that could run code if a client showed it as HTML. */
export const hasUnsafeMarkup = (text: string): boolean => UNSAFE.test(text);

/** Text of a lead as it is stored: unsafe markup is sanitized like an HTML note, other text is unchanged. */
export const safeText = (text: string | undefined): string | undefined =>
  text !== undefined && hasUnsafeMarkup(text) ? cleanHtml(text) : text;

/** A note's content as it is kept. Refuses INVALID_BODY when nothing is left to keep. */
export const keepNote = ({ subject, body, isHtml }: NoteContent): NoteContent => {
  const kept = body && isHtml ? cleanHtml(body) : body;
  if (!subject?.trim() && !kept?.trim())
    throw refuse('INVALID_BODY', { problems: "A note needs a 'subject' or a 'body'." });
  return { isHtml, ...(subject && { subject }), ...(kept && { body: kept }) };
};
