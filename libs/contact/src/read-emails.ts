import { domainToASCII } from 'node:url';
import { removeInvisible } from '@porchlight/text';
import parseAddresses from 'nodemailer/lib/addressparser';

/** An email entry taken out of typed text. */
export interface ReadEmail {
  /** The address as typed, without characters around it that are not part of it; the whole text if it has none. */
  readonly value: string;
  /** False if no mail could be sent to `value`. */
  readonly isEmail: boolean;
  /** The address as it is compared; absent if it identifies no person (D13.1). */
  readonly identity?: string;
  /** The name written beside the address. */
  readonly displayName?: string;
}

const MAX_LENGTH = 254;
const MAX_LOCAL = 64;
/** A label of a domain in any script; emoji are symbols, and Catalan and Japanese names have a middle dot. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}\p{So}\u200C\u200D\u00B7\u30FB_-]+`;
const DOMAIN = String.raw`${LABEL}(?:\.${LABEL})+`;
// One linear pass: no nested quantifier, so a hostile address costs no more than its length.
const SHAPE = new RegExp(String.raw`^[^\s@<>(),;:"[\]\\]+@${DOMAIN}$`, 'u');
/** An address with what forms and links leave behind it: `?subject=Hi`, `/`, `%20`. */
const WITH_REST = new RegExp(String.raw`^([^@]+@${DOMAIN})(?:[?/#&]|%[\da-f]{2})[^@]*$`, 'iu');
/** Addresses of ASCII that need no reading: nearly all. */
const PLAIN = /^[A-Za-z0-9][\w.+-]*@[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]$/;
/** What ends an address inside other text. */
const BETWEEN = /[\s<>(),;:"[\]\\{}|]+/u;
const QUOTE = /^[ "'‘’‚‛‹›]$/u;
/** What people leave around an address; of other signs than ASCII all but emoji. */
const AROUND = /^(?:[ \t"'*.,;:!?<>()[\]{}=-]|(?!\p{ASCII})[\p{P}\p{Z}\p{Sc}\p{Sk}\p{Sm}])$/u;

/** True if the text has the form of an email address. */
export const isEmail = (value: string): boolean => {
  const at = value.lastIndexOf('@');
  if (value.length > MAX_LENGTH || at < 1 || at > MAX_LOCAL) return false;
  const local = value.slice(0, at);
  return SHAPE.test(value) && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
};

/**
 * How an address is compared: without case, an internationalized domain in its ASCII form. Texts that are no addresses
 * are compared as they stand, without case.
 */
export const normalizeEmail = (value: string): string => {
  const text = value.normalize('NFC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 0 || PLAIN.test(text)) return text;
  const domain = text.slice(at + 1);
  return `${text.slice(0, at)}@${domainToASCII(domain) || domain}`;
};

const PLACEHOLDER = /^(?:none|no[-_.]?e?-?mail|no[-_.]?reply|do[-_.]?not[-_.]?reply)$/;
const SUSPICIOUS = /^(?:n\/?a|unknown|test|email)$/;
/** Reserved top-level domains (RFC 2606). Others are no placeholders: .email. */
const RESERVED = /^(?:test|example|invalid|localhost)$/;
const PLACEHOLDER_DOMAIN = /^(?:n\/?a|unknown|test|e-?mail|none|no-?e?-?mail|no-?reply|do-?not-?reply|example|domain)$/;

/** True for addresses that forms and people write in place of an address: noreply@…, na@na.com (D13.1). */
const isPlaceholder = (address: string): boolean => {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (PLACEHOLDER.test(local)) return true;
  if (!SUSPICIOUS.test(local)) return false;
  const labels = address.slice(at + 1).split('.');
  if (!RESERVED.test(labels.at(-1) ?? '')) labels.pop();
  return labels.some((label) => label === local || PLACEHOLDER_DOMAIN.test(label));
};

const describeEmail = (value: string, displayName = ''): ReadEmail => {
  const normalized = normalizeEmail(value);
  return {
    value,
    isEmail: true,
    ...(!isPlaceholder(normalized) && { identity: normalized }),
    ...(displayName && { displayName }),
  };
};

/**
 * The emails of a text as mail programs, forms and people write them: `Ann <ann@x.example>`, `mailto:`, quotes, several
 * addresses in one text (D13.1). A text without an address is one entry that is not an email; a blank text is none.
 */
export const readEmails = (text: string): ReadEmail[] => {
  if (PLAIN.test(text) && isEmail(text)) return [describeEmail(text)];
  const clean = narrow(
    removeInvisible(text)
      .replace(/[＠﹫]/gu, '@')
      .trim(),
  );
  if (clean === '') return [];
  // Forms that send their values as a part of a link encode the sign.
  if (/%40/u.test(clean) && !clean.includes('@')) return readEmails(clean.replaceAll('%40', '@'));
  if (PLAIN.test(clean) && isEmail(clean)) return [describeEmail(clean)];
  const found = clean.includes('@') || /mailto:/iu.test(clean) ? readAddresses(clean) : [];
  const distinct = new Map(found.map((email) => [normalizeEmail(email.value), email] as const).toReversed());
  return distinct.size === 0 ? [{ value: clean, isEmail: false }] : [...distinct.values()].toReversed();
};

const WIDE = /[\uFF01-\uFF5E]/gu;
const OTHER_SIGNS = /[^\p{ASCII}\s]/u;

/** Words with an address as keyboards of East Asia and word processors write them: wide letters, `。`, `’`. */
const narrow = (text: string): string =>
  OTHER_SIGNS.test(text) ? text.split(/(\s+)/u).map(narrowWord).join('') : text;

const narrowWord = (word: string): string => {
  if (!word.includes('@')) return word;
  const wide = word.replace(WIDE, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
  return wide.replace(/[。｡]/gu, '.').replace(/[‘’ʼ]/gu, "'");
};

const CONJUNCTION = /^(?:or|and|&)$/iu;

/** The parser of mail headers reads the text, after what is not of a mail header was rewritten. */
const readAddresses = (clean: string): ReadEmail[] => {
  const header = clean
    .replace(/[\r\n，、；،؛]+/gu, ', ')
    .replace(/\s+/gu, ' ')
    .replace(/[“”„«»]/gu, '"')
    .replace(/mailto:\/*([^\s<>[\]|"]*)/giu, (_all, address: string) => readLink(address))
    .replace(/\[([^\s[\]@]*@[^\s[\]@]*)\]|\(([^\s()@]*@[^\s()@]*)\)/gu, '<$1$2>')
    .split(' ')
    .map((word, at, words) => (CONJUNCTION.test(word) && words[at - 1]?.includes('@') ? ',' : word))
    .join(' ');
  const found: ReadEmail[] = [];
  for (const { address = '', name } of parseAddresses(header, { flatten: true })) {
    const values = listAddresses(address);
    const beside = name.includes('@') ? listAddresses(name) : [];
    if (values.length === 0 && beside.length === 0) {
      const rest = removeAround(`${name} ${address}`.trim());
      if (rest) found.push({ value: rest, isEmail: false });
      continue;
    }
    const displayName = beside.length === 0 && values.length === 1 ? readName(name) : '';
    for (const value of [...values, ...beside]) found.push(describeEmail(value, displayName));
  }
  // The parser drops what its grammar does not expect, such as a second label with a colon.
  const read = new Set(found.map(({ value }) => value));
  found.push(...listAddresses(header).flatMap((value) => (read.has(value) ? [] : describeEmail(value))));
  return found.some(({ isEmail: is }) => is) ? found : [];
};

/** The address of a mailto link, without its parameters. */
const readLink = (link: string): string => {
  const address = link.replace(/\?.*$/u, '');
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** A loop, because an expression that ends at the end of the text takes time by the square of its length. */
const removeAround = (text: string, around = AROUND): string => {
  let [start, end] = [0, text.length];
  while (start < end && around.test(text[start] as string)) start++;
  while (end > start && around.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
};

const findAddress = (text: string): string => removeAround(text).replace(WITH_REST, '$1');

/** The addresses in a text; a slash separates them only if both sides are addresses. */
const listAddresses = (text: string): string[] => {
  const whole = removeAround(text);
  if (!whole.includes('/') && isEmail(whole) && !/[{}|]/u.test(whole)) return [whole];
  const parts = whole.split('/').map((part) => removeAround(part));
  if (parts.length > 1 && parts.every(isEmail)) return parts;
  return whole.split(BETWEEN).map(findAddress).filter(isEmail);
};

const TYPE = /^(?:home|work|office|private|personal|business|other|primary|main|e-?mail)$/iu;

/** An encoded word of a mail header (RFC 2047): `=?utf-8?B?QW5u?=`. Blanks between two of them do not count. */
const ENCODED_WORD = /=\?([\w-]{1,40})\?([bq])\?([^?\s]{0,300})\?=(?:\s+(?==\?))?/giu;

const decodeWord = (word: string, charset: string, encoding: string, text: string): string => {
  const octets =
    encoding.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replace(/=([\da-f]{2})/giu, (_all, octet: string) => String.fromCharCode(Number.parseInt(octet, 16))),
          'latin1',
        );
  try {
    return new TextDecoder(charset, { fatal: true }).decode(octets);
  } catch {
    return word;
  }
};

/** The name beside an address; the type of the address is not a name. */
const readName = (name: string): string => {
  const text = removeInvisible(removeAround(name, QUOTE).replace(ENCODED_WORD, decodeWord));
  return TYPE.test(text) || !/\p{L}/u.test(text) ? '' : text;
};
