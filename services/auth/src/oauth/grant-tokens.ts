import { hashText } from '@porchlight/runtime';
import { equalHashes } from '../security';

/**
 * Length of the id that codes and refresh tokens begin with; both contain only `[A-Za-z0-9_-]` (decisions section 8).
 */
const ID_BYTES = 12;
const ID_LENGTH = 16;
/** 256 bits (decisions section 8). */
const SECRET_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{59}$/;

type Random = (bytes: number) => Buffer;

/** The id of a new family. */
export const generateGrantId = (random: Random): string => random(ID_BYTES).toString('base64url');

/** A new code or refresh token of a family. */
export const generateGrantToken = (id: string, random: Random): string =>
  id + random(SECRET_BYTES).toString('base64url');

/** The family id in a code or refresh token; undefined if the format is wrong. */
export const parseGrantId = (token: string): string | undefined =>
  TOKEN.test(token) ? token.slice(0, ID_LENGTH) : undefined;

/** Codes and refresh tokens are hashed with different contexts, so that one cannot be used as the other. */
export const codeText = (code: string): string => `oauth code ${code}`;
/** Input of the hash of a refresh token: the token with its context. */
export const refreshText = (token: string): string => `oauth refresh ${token}`;

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** RFC 7636 4.6, S256 only. A verifier without a challenge is refused, to prevent downgrades. */
export const matchesChallenge = (verifier: string | undefined, challenge: string | undefined): boolean => {
  if (challenge === undefined) return verifier === undefined;
  if (verifier === undefined || !VERIFIER.test(verifier)) return false;
  return equalHashes(hashText(verifier), challenge);
};
