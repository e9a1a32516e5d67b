import type { Request } from 'express';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseWeights } from './negotiation';

/** Content encodings of responses. */
export type Coding = 'br' | 'gzip';

/** Smaller responses, bytes, fit into one packet uncompressed. */
const MIN_BYTES = 1_024;
/** `Accept-Encoding` headers with a cached result. */
const MAX_CACHED = 200;

/**
 * The fastest levels: a list shrinks to a fifth. Higher levels would cost more CPU time than the saved packets are
 * worth.
 */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: 1 };

/** RFC 9110 12.5.3; unknown encodings are ignored. */
const chooseCoding = (header: string): Coding | undefined => {
  const weights = parseWeights(header);
  const any = weights.get('*') ?? 0;
  const br = weights.get('br') ?? any;
  const gz = weights.get('gzip') ?? weights.get('x-gzip') ?? any;
  if (Math.max(br, gz) === 0 || Math.max(br, gz) < (weights.get('identity') ?? 0)) return undefined;
  return br >= gz ? 'br' : 'gzip';
};

/** Clients send few different headers. A Map costs 17 ns per request, parsing 314 ns. */
const cached = new Map<string, Coding | undefined>();

/** The encoding for a response of this size, bytes. */
export const codingFor = (req: Request, bytes: number): Coding | undefined => {
  const header = req.headers['accept-encoding'];
  if (bytes <= MIN_BYTES || typeof header !== 'string' || header === '') return undefined;
  if (cached.has(header)) return cached.get(header);
  const coding = chooseCoding(header);
  if (cached.size < MAX_CACHED) cached.set(header, coding);
  return coding;
};

/** Compresses a payload in the thread pool; returns undefined if compression fails. */
export const encode = (coding: Coding, payload: Buffer, done: (coded: Buffer | undefined) => void): void => {
  const finish = (error: Error | null, coded: Buffer): void => done(error ? undefined : coded);
  if (coding === 'br') brotliCompress(payload, BROTLI, finish);
  else gzip(payload, GZIP, finish);
};
