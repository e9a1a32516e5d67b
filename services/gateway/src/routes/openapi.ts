import { VERSION, type Registry } from '@porchlight/contracts';
import { codingFor, getState, sendHead } from '@porchlight/edge';
import { createOpenApiDocument } from '@porchlight/openapi';
import type { RequestHandler } from 'express';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { requireRead } from './console';

interface Coded {
  readonly payload: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The parts of the response that do not depend on the request, computed once. */
const coded = (payload: Buffer, tag: string, coding?: string): Coded => ({
  payload,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': payload.length,
    'Cache-Control': 'public, max-age=300',
    ETag: `"${tag}${coding === undefined ? '' : `-${coding}`}"`,
    Vary: 'Accept-Encoding',
    ...(coding !== undefined && { 'Content-Encoding': coding }),
  },
});

/** GET /v1/openapi.json, without authentication. Rendered, compressed and tagged at the start. */
export const openApiRoute = (
  { resources, actions }: Pick<Registry, 'resources' | 'actions'>,
  baseUrl: string,
): RequestHandler => {
  const plain = Buffer.from(JSON.stringify(createOpenApiDocument({ resources, actions, baseUrl, version: VERSION })));
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  const variants = new Map<string, Coded>([
    [
      'br',
      coded(
        brotliCompressSync(plain, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
        }),
        tag,
        'br',
      ),
    ],
    ['gzip', coded(gzipSync(plain, { level: 9 }), tag, 'gzip')],
    ['identity', coded(plain, tag)],
  ]);
  return (req, res) => {
    getState(req).operation = 'gateway.openapi.get';
    requireRead(req);
    const { payload, headers } = variants.get(codingFor(req, plain.length) ?? 'identity')!;
    const known = req.headers['if-none-match']
      ?.split(',', 50)
      .some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '').startsWith(`"${tag}`));
    if (known)
      sendHead(res, 304, {
        ETag: String(headers['ETag']),
        'Cache-Control': 'public, max-age=300',
        Vary: 'Accept-Encoding',
      }).end();
    else sendHead(res, 200, headers).end(req.method === 'HEAD' ? undefined : payload);
  };
};
