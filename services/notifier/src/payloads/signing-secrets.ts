import { column, type Columns, type Stored } from '@porchlight/store';

export const signingColumns = {
  /** Sealed signing secrets, newest first. */
  secrets: column.listOf(column.text),
  /** Sealed replaced secrets, which also sign until `until`, newest first. */
  retiring: column.optional(column.listOf(column.nested({ secret: column.text, until: column.date }))),
} satisfies Columns;

/** Signing secrets in a document. */
export type SigningDocument = Stored<typeof signingColumns>;

/** Returns the replaced secrets that still sign. */
export const stillValid = ({ retiring = [] }: SigningDocument, now: Date): { secret: string; until: Date }[] =>
  retiring.filter(({ until }) => until > now);

/** Decrypts all secrets that sign now, newest first. */
export const signingSecrets = (document: SigningDocument, now: Date, open: (sealed: string) => string): string[] =>
  [...document.secrets, ...stillValid(document, now).map(({ secret }) => secret)].map(open);
