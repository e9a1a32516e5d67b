/** Signing secrets in a document. */
export interface SigningDocument {
  /** Sealed signing secrets, newest first. */
  secrets: string[];
  /** Sealed secrets that were replaced and sign until then, newest first. */
  retiring?: { secret: string; until: Date }[];
}

/** Replaced secrets that sign besides the newest one. */
export const stillValid = ({ retiring = [] }: SigningDocument, now: Date): { secret: string; until: Date }[] =>
  retiring.filter(({ until }) => until > now);

/** All secrets that sign now, in clear, newest first. */
export const signingSecrets = (document: SigningDocument, now: Date, open: (sealed: string) => string): string[] =>
  [...document.secrets, ...stillValid(document, now).map(({ secret }) => secret)].map(open);
