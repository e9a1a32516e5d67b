import { refuse } from '@porchlight/errors';
import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Coding } from './content-coding';

const OURS = /^"(\d{1,10})-([\w-]{11})(?:-(?:br|gz))?"$/;
const MAX_TAGS = 50;
/** RFC 9110 8.8.3. */
const LIST = /^\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*)*$/;
const ONE = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * The entity tag of a record (RFC 9110 8.8.3): its version, for If-Match, and a hash of the JSON, because names in it
 * can change without a write of the record. A compressed response is another representation with its own tag.
 */
export const formatEntityTag = (version: number, payload: Buffer, coding?: Coding): string => {
  const digest = hash('sha1', payload, 'base64url').slice(0, 11);
  return `"${version}-${digest}${coding === undefined ? '' : coding === 'br' ? '-br' : '-gz'}"`;
};

/** Parses the tags of a header; returns undefined for a malformed header (RFC 9110). */
const tagsIn = (header: string): string[] | undefined =>
  LIST.test(header) ? (header.match(ONE) ?? []).slice(0, MAX_TAGS) : undefined;

/** The tag without its coding and its weak prefix. */
const bare = (tag: string): string => tag.replace(/^W\//, '').replace(/-(?:br|gz)"$/, '"');

/**
 * If-None-Match (RFC 9110 13.1.2): true if the caller has the current representation. Malformed headers are ignored.
 */
export const isKnown = (req: Request, tag: string): boolean => {
  const header = req.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || (tagsIn(header) ?? []).some((one) => bare(one) === bare(tag));
};

/** A version that no record has. */
const NO_VERSION = 0;

/**
 * If-Match of PUT and DELETE (RFC 9110 13.1.1): the version that the record must have; undefined without the header or
 * with `*`. Foreign tags match no record: PRECONDITION_FAILED. Throws INVALID_HEADER for a malformed tag.
 * `If-None-Match: *` requires that no record exists, so it never matches here.
 */
export const versionWanted = (req: Request): number | undefined => {
  if (req.headers['if-none-match']?.trim() === '*') return NO_VERSION;
  const header = req.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = tagsIn(header);
  if (!tags)
    throw refuse('INVALID_HEADER', {
      header: 'If-Match',
      expected: 'Send the ETag of the record as it was received, with its quotes.',
    });
  // A weak tag never matches here.
  const versions = tags.flatMap((tag) => OURS.exec(tag)?.[1] ?? []);
  // Of several versions, only the newest can be the current one.
  return versions.length === 0 ? NO_VERSION : Math.max(...versions.map(Number));
};
