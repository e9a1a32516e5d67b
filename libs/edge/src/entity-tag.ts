import { refuse } from '@porchlight/errors';
import { createHash } from 'node:crypto';
import type { Request } from 'express';

const TAG = /^"(\d{1,10})-[\w-]{11}"$/;
const MAX_TAGS = 50;

/**
 * The entity tag of one record (RFC 9110 8.8.3): its version, for If-Match, and a hash of what is shown, for names in it can
 * change without a write of the record itself.
 */
export const entityTagOf = (version: number, payload: string): string =>
  `"${version}-${createHash('sha1').update(payload).digest('base64url').slice(0, 11)}"`;

const tagsIn = (header: string): string[] =>
  header
    .split(',')
    .slice(0, MAX_TAGS)
    .map((tag) => tag.trim().replace(/^W\//, ''));

/** If-None-Match (RFC 9110 13.1.2): true when the caller has exactly this. */
export const isKnown = (req: Request, tag: string): boolean => {
  const header = req.headers['if-none-match'];
  return header !== undefined && (header.trim() === '*' || tagsIn(header).includes(tag));
};

/**
 * If-Match of PUT and DELETE (RFC 9110 13.1.1): the version that the record must still have; undefined without the header
 * or with `*`. Tags that are none of ours match nothing: PRECONDITION_FAILED.
 */
export const versionWanted = (req: Request): number | undefined => {
  const header = req.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  // A weak tag never matches here.
  const versions = header
    .split(',')
    .slice(0, MAX_TAGS)
    .flatMap((tag) => TAG.exec(tag.trim())?.[1] ?? []);
  // Several versions cannot all be the present one; the newest is the caller's latest knowledge.
  if (versions.length === 0) throw refuse('PRECONDITION_FAILED');
  return Math.max(...versions.map(Number));
};
