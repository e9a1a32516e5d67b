/** Signing secrets in a document. */
export interface SigningDocument {
  /** Sealed signing secrets, newest first. */
  secrets: string[];
  /** Sealed replaced secrets, which also sign until `until`, newest first. */
  retiring?: { secret: string; until: Date }[];
}

/** Returns the replaced secrets that still sign. */
export const stillValid = ({ retiring = [] }: SigningDocument, now: Date): { secret: string; until: Date }[] =>
  retiring.filter(({ until }) => until > now);

/** Decrypts all secrets that sign now, newest first. */
export const signingSecrets = (document: SigningDocument, now: Date, open: (sealed: string) => string): string[] =>
  [...document.secrets, ...stillValid(document, now).map(({ secret }) => secret)].map(open);
