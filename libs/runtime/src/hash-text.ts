import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash of a text as 43 characters of base64url, for keys and fingerprints of any text. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url');
