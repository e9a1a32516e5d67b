import { createHash } from 'node:crypto';
import type { Mail } from './mail';

const LONGEST_ADDRESS = 254;
const LONGEST_HEADER = 255;
// One linear pass. No blanks, quotes, commas or angle brackets: an address is exactly one and ends no header.
const ADDRESS = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]+$/u;

/** Text for one header: control characters become spaces, so that a name cannot inject headers. */
const headerText = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, LONGEST_HEADER);

/** True for one plain address. */
const isAddress = (text: string): boolean => text.length <= LONGEST_ADDRESS && ADDRESS.test(text);

/** An address with a name, which may be empty. */
export interface Sender {
  readonly address: string;
  readonly name: string;
}

/** Parses `Name <address>` or an address; undefined if it is neither. */
export const readSender = (text: string): Sender | undefined => {
  const match = /^([^<>]*)<([^<>]+)>$/.exec(text.trim());
  const address = match ? match[2]!.trim() : text.trim();
  const name = headerText(match ? match[1]! : '').replace(/^"(.*)"$/, '$1');
  return isAddress(address) ? { address, name } : undefined;
};

/** The Message-ID of a mail: the same for the same id and sender, however often it is sent. */
const formatMessageId = (id: string, from: Sender): string =>
  `<${createHash('sha256').update(id).digest('hex').slice(0, 40)}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;

/** A mail with its headers. */
export interface ComposedMail {
  readonly messageId: string;
  readonly from: Sender;
  readonly to: Sender;
  /** Sender and recipient of the envelope, if the sender is another one. */
  readonly envelope?: { readonly from: string; readonly to: string };
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly replyTo?: Sender;
  /** A part text/calendar; `content` is written by us. */
  readonly icalEvent?: { readonly method: string; readonly filename: string; readonly content: string };
  /** Further headers; their values are safe. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers of one-click opt-out (RFC 8058). Throws for an address that is not https. */
const unsubscribeHeaders = (url: string): Record<string, string> => {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:') throw new Error('An unsubscribe address must be https.');
  return { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
};

/** Makes headers safe; undefined if the recipient's address is invalid. */
export const composeMail = (mail: Mail, from: Sender): ComposedMail | undefined => {
  const address = mail.to.address.trim();
  if (!isAddress(address)) return undefined;
  const accountSender = mail.from && { address: mail.from.address, name: headerText(mail.from.name) };
  if (accountSender && !isAddress(accountSender.address)) return undefined;
  const { replyTo, returnPath, calendar } = mail;
  if ([replyTo?.address, returnPath].some((one) => one !== undefined && !isAddress(one))) return undefined;
  return {
    // The same although the sender of the account changes between two attempts.
    messageId: formatMessageId(mail.id, from),
    from: accountSender ?? from,
    to: { address, name: headerText(mail.to.name ?? '') },
    ...(returnPath !== undefined && { envelope: { from: returnPath, to: address } }),
    subject: headerText(mail.subject),
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    ...(replyTo && { replyTo: { address: replyTo.address, name: headerText(replyTo.name) } }),
    ...(calendar && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
    ...(mail.unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(mail.unsubscribeUrl) }),
  };
};
