import type { Email } from 'postal-mime';
import { htmlToText } from '../html';

/** A report of a mail server that a mail could not be delivered to a recipient (RFC 3464). */
export interface FailedDelivery {
  readonly recipient: string;
  /** Enhanced status code (RFC 3463): class, subject, detail. */
  readonly status: string;
}

/** A mail that arrived. */
export interface InboundMail {
  readonly messageId: string | undefined;
  /** As written by the sender; proves nothing. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** Message ids that it answers, the last ones of a long list. */
  readonly references: readonly string[];
  /** A program sent it (RFC 3834): no answer, no effect. */
  readonly isAutomatic: boolean;
  readonly failures: readonly FailedDelivery[];
  /** ADF/XML in the text or in an attachment; undefined without. */
  readonly adf: string | undefined;
}

const MAX_NESTING = 30;
const MAX_HEADERS = 262_144;
const MAX_REFERENCES = 50;
const MAX_FAILURES = 20;
const MAX_TEXT = 65_536;

const MESSAGE_ID = /<[^\s<>]{1,250}>/g;

const findHeader = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value.trim() ?? '';

/** Auto-Submitted other than `no`, and what programs set that do not know that header. */
const isAutomatic = (mail: Email): boolean =>
  !['', 'no'].includes(findHeader(mail, 'auto-submitted').toLowerCase().split(';')[0]!.trim()) ||
  ['bulk', 'junk', 'auto_reply', 'list'].includes(findHeader(mail, 'precedence').toLowerCase()) ||
  findHeader(mail, 'list-id') !== '';

/** Fields of one block of a delivery status; a folded line belongs to the field above. */
const readFields = (block: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return fields;
};

/** `rfc822; ann@x.example` without the type. */
const readRecipient = (field: string): string =>
  field
    .slice(field.indexOf(';') + 1)
    .trim()
    .replace(/^<|>$/g, '');

const readFailures = (mail: Email): FailedDelivery[] => {
  if (!/^multipart\/report\b/i.test(findHeader(mail, 'content-type'))) return [];
  const status = mail.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (typeof status?.content !== 'string') return [];
  return status.content
    .slice(0, MAX_TEXT)
    .split(/\r?\n[ \t]*\r?\n/)
    .map(readFields)
    .filter((fields) => fields.get('action')?.toLowerCase() === 'failed')
    .slice(0, MAX_FAILURES)
    .flatMap((fields) =>
      ['original-recipient', 'final-recipient'].flatMap((name) => {
        const recipient = readRecipient(fields.get(name) ?? '');
        return recipient === '' ? [] : [{ recipient, status: fields.get('status')?.split(' ')[0] ?? '' }];
      }),
    );
};

const readReferences = (mail: Email): string[] => {
  const ids = `${mail.references ?? ''} ${mail.inReplyTo ?? ''}`.match(MESSAGE_ID) ?? [];
  return [...new Set(ids)].slice(-MAX_REFERENCES);
};

const ADF = /<(?:\?adf|adf)\b/i;
const XML_TYPES: ReadonlySet<string> = new Set([
  'application/xml',
  'text/xml',
  'application/adf+xml',
  'application/x-adf+xml',
]);

/** Mail programs send ADF as the text, as a part of another type, or as a file. */
const findAdf = ({ text, attachments }: Email): string | undefined => {
  const files = attachments.filter(
    ({ mimeType, filename }) => XML_TYPES.has(mimeType) || /\.(?:xml|adf)$/i.test(filename ?? ''),
  );
  const texts = [...files.map(({ content }) => content), text];
  return texts.find((content): content is string => typeof content === 'string' && ADF.test(content));
};

const formatSender = ({ from }: Email): string => (from?.address ? from.address : '').slice(0, 320);

/** Reads a mail. Rejects for one that is nested too deeply or has too many headers. */
export const parseInboundMail = async (raw: Buffer): Promise<InboundMail> => {
  // Loaded lazily: most installations receive no mail.
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS,
  });
  const text = mail.text ?? (mail.html === undefined ? '' : htmlToText(mail.html.slice(0, 4 * MAX_TEXT)));
  return {
    messageId: mail.messageId?.match(MESSAGE_ID)?.[0],
    from: formatSender(mail),
    subject: mail.subject ?? '',
    // Text without NUL and lone surrogates is storable.
    text: text.toWellFormed().replaceAll('\0', '').slice(0, MAX_TEXT),
    references: readReferences(mail),
    isAutomatic: isAutomatic(mail),
    failures: readFailures(mail),
    adf: findAdf(mail),
  };
};
