import { escapeHtml } from '@porchlight/text';

/** Every token of templates (specification: Merge fields; `unsubscribe_url`: D13.4). */
export const MERGE_TOKENS = [
  'agent_name',
  'agent_first_name',
  'agent_last_name',
  'agent_email',
  'agent_phone',
  'contact_name',
  'contact_first_name',
  'contact_last_name',
  'contact_email',
  'contact_phone',
  'contact_street',
  'contact_city',
  'contact_state',
  'contact_zipcode',
  'contact_country',
  'contact_address',
  'source_name',
  'inquiry_address',
  'unsubscribe_url',
] as const;

export type MergeToken = (typeof MERGE_TOKENS)[number];

/** The value of each token; an empty value renders as nothing. */
export type MergeValues = Readonly<Record<MergeToken, string>>;

/** Known names only: an unknown token stays, and its last % may begin a known one. */
const TOKEN = new RegExp(`%(${MERGE_TOKENS.join('|')})%`, 'g');
const INQUIRY = '%inquiry_address%';

/** True if the template places the unsubscribe link itself. */
export const hasUnsubscribeLink = (body: string): boolean => body.includes('%unsubscribe_url%');

/** A line of a mail header, without line breaks. */
const singleLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim();

/** One pass from left to right: values are not scanned for tokens. */
const replaceTokens = (text: string, render: (token: MergeToken) => string): string =>
  text.replace(TOKEN, (_, token: MergeToken) => render(token));

/** A body with its tokens replaced; the values are escaped, because the body is HTML. */
export const mergeBody = (body: string, values: MergeValues): string =>
  replaceTokens(body, (token) => escapeHtml(values[token]));

/** A plain text with its tokens replaced; its line breaks stay. */
export const mergeText = (text: string, values: MergeValues): string =>
  replaceTokens(text, (token) => singleLine(values[token]));

/**
 * Upper bound of the length of a merged body: long values of repeated tokens can exceed the stored length many times.
 */
export const mergedLength = (body: string, values: MergeValues): number => {
  const lengths = new Map<string, number>();
  let length = body.length;
  for (const [, token] of body.matchAll(TOKEN)) {
    const ofToken = lengths.get(token!) ?? escapeHtml(values[token as MergeToken]).length;
    lengths.set(token!, ofToken);
    length += ofToken;
  }
  return length;
};

/**
 * A subject with its tokens replaced, as one line of plain text; `%inquiry_address%` alone becomes a subject of its
 * own.
 */
export const mergeSubject = (subject: string, values: MergeValues): string =>
  singleLine(
    subject.trim() === INQUIRY ? inquirySubject(values) : replaceTokens(subject, (token) => singleLine(values[token])),
  );

/** The specification's three cases: the street, else the source named, else neither. */
const inquirySubject = ({ inquiry_address: street, source_name: source }: MergeValues): string => {
  if (singleLine(street) !== '') return street;
  return singleLine(source) === '' ? 'Your property inquiry' : `Your property inquiry from ${source}`;
};
