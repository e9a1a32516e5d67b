import { createHash } from 'node:crypto';
import { equalHashes } from '../security';

/**
 * Length of the id that codes and refresh tokens begin with, and of both in all: only `[A-Za-z0-9_-]` (decisions
 * section 8).
 */
const ID_BYTES = 12;
const ID_LENGTH = 16;
/** 256 bits (decisions section 8). */
const SECRET_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{59}$/;

type Random = (bytes: number) => Buffer;

/** A new family's id. */
export const drawGrantId = (random: Random): string => random(ID_BYTES).toString('base64url');

/** A new code or refresh token of a family. */
export const drawGrantToken = (id: string, random: Random): string => id + random(SECRET_BYTES).toString('base64url');

/** The family that a code or refresh token claims to be of; undefined for what cannot be one. */
export const grantIdOf = (token: string): string | undefined =>
  TOKEN.test(token) ? token.slice(0, ID_LENGTH) : undefined;

/** Codes and refresh tokens are hashed differently, so that neither passes for the other. */
export const codeText = (code: string): string => `oauth code ${code}`;
/** Input of the hash of a refresh token: the token with its context. */
export const refreshText = (token: string): string => `oauth refresh ${token}`;

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** RFC 7636 4.6, S256 only. A verifier without a challenge is refused, to prevent downgrades. */
export const fitsChallenge = (verifier: string | undefined, challenge: string | undefined): boolean => {
  if (challenge === undefined) return verifier === undefined;
  if (verifier === undefined || !VERIFIER.test(verifier)) return false;
  return equalHashes(createHash('sha256').update(verifier).digest('base64url'), challenge);
};
