import type { ReadingMode } from '@porchlight/resource';
import type { Request, Response } from 'express';
import { getActor, getState } from './request-state';

/** Longest value of X-Ignored, bytes (decisions section 11). */
const MAX_HEADER_BYTES = 1_024;
/** Names that are counted one by one; a request with more is counted as a whole. */
const MAX_COUNTED = 100;
/** Longest `Prefer` header that is read, characters. */
const MAX_PREFER = 1_024;

/** Fields of one request that were ignored or changed, for the counts of the systems page. */
export interface IgnoredFields {
  readonly accountId: number;
  /** Empty if the request has no registered system. */
  readonly system: string;
  readonly operation: string;
  /** Paths of the fields, at most 100. */
  readonly fields: readonly string[];
  /** Number of further fields. */
  readonly unlisted?: number;
}

/**
 * Reads the preference `handling` of a `Prefer` header (RFC 7240): the first one counts, unknown values are ignored.
 */
export const preferredHandling = (header: string | readonly string[] | undefined): 'strict' | 'lenient' | undefined => {
  if (header === undefined) return undefined;
  const text = (typeof header === 'string' ? header : header.join(',')).slice(0, MAX_PREFER);
  for (const preference of text.split(',')) {
    const [, value] = /^\s*handling\s*=\s*"?([a-z]+)"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (value === undefined) continue;
    const word = value.toLowerCase();
    return word === 'strict' || word === 'lenient' ? word : undefined;
  }
  return undefined;
};

/**
 * The reading mode of a request: `Prefer: handling`, else the mode of the operation, else the setting of the account,
 * else strict (decisions section 11). `Preference-Applied` reports it if it was requested or is not strict.
 */
export const chooseMode = (req: Request, res: Response, declared: 'lead' | undefined): ReadingMode => {
  const preferred = preferredHandling(req.headers.prefer);
  const { handling: setting } = getActor(req);
  const handling = preferred ?? (declared === 'lead' ? 'lenient' : (setting ?? 'strict'));
  if (preferred !== undefined || handling === 'lenient') res.setHeader('Preference-Applied', `handling=${handling}`);
  if (handling === 'strict') return 'strict';
  return declared ?? 'lenient';
};

/** Encodes names for a header: other characters are percent-encoded. */
const headerName = (name: string): string =>
  name.toWellFormed().replace(/[^\w.$[\]-]/gu, (character) => encodeURIComponent(character));

/** Joins as many names as fit into the header. */
const formatHeader = (names: readonly string[]): string => {
  let text = '';
  for (const name of names.map(headerName)) {
    const more = text === '' ? name : `${text}, ${name}`;
    if (more.length > MAX_HEADER_BYTES) break;
    text = more;
  }
  return text;
};

/**
 * Reports ignored or changed fields of a request: in `X-Ignored`, and to `count` once. `unlisted` is the number of
 * further ones without a name.
 */
export const reportIgnored = (
  req: Request,
  res: Response,
  ignored: readonly string[],
  count?: (fields: IgnoredFields) => void,
  unlisted = 0,
): void => {
  if (ignored.length === 0) return;
  const state = getState(req);
  const before = state.ignored ?? [];
  const reported = new Set(before);
  const added = ignored.filter((name) => !reported.has(name));
  if (added.length === 0) return;
  state.ignored = [...before, ...added];
  if (!res.headersSent) res.setHeader('X-Ignored', formatHeader(state.ignored));
  const { accountId, system = '' } = getActor(req);
  const fields = added.slice(0, MAX_COUNTED);
  const more = unlisted + added.length - fields.length;
  count?.({ accountId, system, operation: state.operation, fields, ...(more > 0 && { unlisted: more }) });
};
