import { codingFor, getState, sendHead } from '@porchlight/edge';
import type { RequestHandler } from 'express';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { requireRead } from './console';

interface Coded {
  readonly payload: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** A response that is the same for every request. */
export interface StaticResponse {
  readonly content: string | Buffer;
  readonly type: string;
  /** Name of the operation in logs. */
  readonly operation: string;
  /** Further headers: the policy of pages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True for content that is compressed already. */
  readonly isCompressed?: boolean;
}

const CACHING = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' };

const compress = (coding: string, plain: Buffer): Buffer =>
  coding === 'br'
    ? brotliCompressSync(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      })
    : gzipSync(plain, { level: 9 });

/** Answers GET and HEAD with the content, which each coding compresses once: at its first request. */
export const createStaticRoute = (response: StaticResponse): RequestHandler => {
  const { content, type, operation, headers = {}, isCompressed = false } = response;
  const plain = typeof content === 'string' ? Buffer.from(content) : content;
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  const variants = new Map<string, Coded>();
  const variant = (coding: string): Coded => {
    const variant = variants.get(coding);
    if (variant) return variant;
    const isPlain = coding === 'identity';
    const payload = isPlain ? plain : compress(coding, plain);
    const created: Coded = {
      payload,
      headers: {
        ...headers,
        ...CACHING,
        'Content-Type': type,
        'Content-Length': payload.length,
        ETag: `"${tag}${isPlain ? '' : `-${coding}`}"`,
        ...(!isPlain && { 'Content-Encoding': coding }),
      },
    };
    variants.set(coding, created);
    return created;
  };
  return (req, res) => {
    getState(req).operation = operation;
    requireRead(req);
    const { payload, headers: sent } = variant((isCompressed ? undefined : codingFor(req, plain.length)) ?? 'identity');
    const isCurrent = req.headers['if-none-match']
      ?.split(',', 50)
      .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '').startsWith(`"${tag}`));
    if (isCurrent) sendHead(res, 304, { ETag: String(sent['ETag']), ...CACHING }).end();
    else sendHead(res, 200, sent).end(req.method === 'HEAD' ? undefined : payload);
  };
};
