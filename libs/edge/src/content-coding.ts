import type { Request } from 'express';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseQuality } from './quality';

/** Content encodings of responses. */
export type Coding = 'br' | 'gzip';

/** Smaller responses, bytes, fit into one packet uncompressed. */
const MIN_BYTES = 1_024;
/** `Accept-Encoding` headers with a cached result. */
const MAX_REMEMBERED = 200;

/**
 * The fastest levels: a list shrinks to a fifth. Higher levels would cost more CPU time than the saved packets are
 * worth.
 */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: 1 };

/** RFC 9110 12.5.3; unknown encodings are ignored. */
const parse = (header: string): Coding | undefined => {
  const wanted = new Map<string, number>();
  for (const part of header.split(',').slice(0, 20)) {
    const [name = '', ...parameters] = part.split(';');
    wanted.set(name.trim().toLowerCase(), parseQuality(parameters));
  }
  const any = wanted.get('*') ?? 0;
  const br = wanted.get('br') ?? any;
  const zip = wanted.get('gzip') ?? wanted.get('x-gzip') ?? any;
  if (Math.max(br, zip) === 0 || Math.max(br, zip) < (wanted.get('identity') ?? 0)) return undefined;
  return br >= zip ? 'br' : 'gzip';
};

/** Few different headers occur, so that the cache stays small. */
const remembered = new Map<string, Coding | undefined>();

/** The encoding for a response of this size, bytes. */
export const codingFor = (req: Request, bytes: number): Coding | undefined => {
  const header = req.headers['accept-encoding'];
  if (bytes <= MIN_BYTES || typeof header !== 'string' || header === '') return undefined;
  if (remembered.has(header)) return remembered.get(header);
  const coding = parse(header);
  if (remembered.size < MAX_REMEMBERED) remembered.set(header, coding);
  return coding;
};

/** Compresses a payload in the thread pool; returns undefined if compression fails. */
export const encode = (coding: Coding, payload: Buffer, done: (coded: Buffer | undefined) => void): void => {
  const finish = (error: Error | null, coded: Buffer): void => done(error ? undefined : coded);
  if (coding === 'br') brotliCompress(payload, BROTLI, finish);
  else gzip(payload, GZIP, finish);
};
