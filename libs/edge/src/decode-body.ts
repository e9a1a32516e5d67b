import { refuse } from '@porchlight/errors';
import { isUtf8 } from 'node:buffer';
import qs from 'qs';
import { checkJsonStructure, checkKeys } from '@porchlight/resource';

/** The format of the body. Form values are all text; the descriptor converts them. */
export type BodyFormat = 'json' | 'form';

/** A body after decoding and parsing. */
export interface DecodedBody {
  readonly format: BodyFormat;
  readonly value: unknown;
  /** The bytes are not valid in the declared charset; they were decoded as windows-1252. */
  readonly charsetGuessed: boolean;
}

const FORM_LIMITS = { depth: 6, parameterLimit: 2_000 };
/** The charset of old clients. Browsers decode ISO 8859-1 as windows-1252 too. */
const OLD_CHARSET = 'windows-1252';
const UTF16 = /^utf-?16(?:le|be)?$/;

const readCharset = (contentType: string): string =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';

/** Creating a decoder costs several times as much as decoding a small body. */
const utf8 = new TextDecoder();

const decodeAs = (charset: string, bytes: Buffer): string => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    throw refuse('UNSUPPORTED_CHARSET');
  }
};

const decodeText = (bytes: Buffer, charset: string, asLead: boolean): { text: string; guessed: boolean } => {
  const isUtf = charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
  if (isUtf && isUtf8(bytes)) return { text: utf8.decode(bytes), guessed: false };
  if (UTF16.test(charset))
    return { text: decodeAs(charset === 'utf-16' ? 'utf-16le' : charset, bytes), guessed: false };
  // Decoding as UTF-8 would insert a replacement character for each invalid byte, without an error.
  if (!asLead) throw refuse('UNSUPPORTED_CHARSET');
  return { text: decodeAs(isUtf ? OLD_CHARSET : charset, bytes), guessed: isUtf };
};

/** ISO 8859-1 has no letters there, but windows-1252 has the euro sign and curly quotes. */
const CONTROLS = /[\x80-\x9f]/g;
const old = new TextDecoder(OLD_CHARSET);
const decodeOld: NonNullable<qs.IParseOptions['decoder']> = (text, defaultDecoder, charset) =>
  (defaultDecoder(text, defaultDecoder, charset) as string).replace(CONTROLS, (sign) =>
    old.decode(Buffer.from(sign, 'latin1')),
  );

/** Percent-encoded bytes that are not UTF-8: a form in an old charset. */
const isOldForm = (text: string): boolean => {
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
    return false;
  } catch {
    return true;
  }
};

const countParameters = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
};

const parseForm = (text: string, asLead: boolean): { value: unknown; guessed: boolean } => {
  const parameters = countParameters(text);
  if (parameters > FORM_LIMITS.parameterLimit)
    throw refuse('MALFORMED_FORM', { value: parameters, limit: FORM_LIMITS.parameterLimit });
  const guessed = asLead && isOldForm(text);
  const charset = guessed ? 'iso-8859-1' : 'utf-8';
  try {
    const options = {
      ...FORM_LIMITS,
      charset,
      allowPrototypes: true,
      arrayLimit: Math.max(100, parameters),
      strictDepth: true,
      ...(guessed && { decoder: decodeOld }),
    } as const;
    return { value: qs.parse(text, options), guessed };
  } catch {
    throw refuse('MALFORMED_FORM');
  }
};

/** The limit of keys in one object holds for forms too; a form has at most 2,000 values. */
const checkFormKeys = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) checkKeys(Object.keys(value).length);
  for (const part of Object.values(value)) checkFormKeys(part);
};

/** A body that begins as an object or a list is JSON under every type (D13.10); a lead may also be a text. */
const looksLikeJson = (text: string, asLead: boolean): boolean => (asLead ? /^\s*[[{"]/ : /^\s*[[{]/).test(text);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse('MALFORMED_JSON');
  }
};

/**
 * Decodes and parses a body. JSON is also read under the content type of forms (D13.10). A lead (`asLead`) may have
 * bytes of an old charset and JSON under further content types (decisions section 11). Throws UNSUPPORTED_CHARSET,
 * MALFORMED_JSON, MALFORMED_FORM, BODY_TOO_COMPLEX.
 */
export const decodeBody = (bytes: Buffer, contentType: string, format: BodyFormat, asLead: boolean): DecodedBody => {
  const charset = readCharset(contentType);
  if (format === 'json' && !UTF16.test(charset)) checkJsonStructure(bytes);
  const { text, guessed } = decodeText(bytes, charset, asLead);
  const isForm =
    format === 'form'
      ? !looksLikeJson(text, asLead)
      : asLead && !looksLikeJson(text, asLead) && /^[^\s{}"]+=/.test(text);
  if (isForm) {
    const form = parseForm(text, asLead);
    checkFormKeys(form.value);
    return { format: 'form', value: form.value, charsetGuessed: guessed || form.guessed };
  }
  if (format === 'form' || UTF16.test(charset)) checkJsonStructure(Buffer.from(text));
  return { format: 'json', value: parseJson(text), charsetGuessed: guessed };
};
