import { refuse, type Refusal } from '@porchlight/errors';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { mediaTypeOf } from './media-type';

/** How the body came; form values are all text and are converted by the descriptor. */
export type BodyFormat = 'json' | 'form';

const FORM = 'application/x-www-form-urlencoded';

/** JSON unless the request says that its body is a form. */
export const formatOf = (req: Request): BodyFormat =>
  (req.headers['content-type'] ?? '').toLowerCase().startsWith(FORM) ? 'form' : 'json';

const isJson = (type: string): boolean => type === '' || type === 'application/json' || /^application\/[\w.+-]+\+json$/.test(type);

/** For body-parser: decoding would put a replacement character for each byte that is no UTF-8, and nobody would notice. */
export const checkUtf8 = (_req: unknown, _res: unknown, body: Buffer, encoding: string): void => {
  if (/^utf-?8$/i.test(encoding) && !isUtf8(body)) throw Object.assign(new Error('The body is no UTF-8.'), { type: 'charset.wrong' });
};

/** What body-parser throws, as a reason. */
const bodyRefusal = (error: unknown, limit: string, format: BodyFormat): Refusal | undefined => {
  const type = (error as { type?: string }).type ?? '';
  if (type === 'entity.too.large') return refuse('BODY_TOO_LARGE', { limit });
  if (type.startsWith('charset.')) return refuse('UNSUPPORTED_CHARSET');
  if (type.startsWith('encoding.')) return refuse('UNSUPPORTED_CONTENT_ENCODING');
  if (type === 'request.aborted' || type === 'request.size.invalid') return refuse('MALFORMED_JSON');
  const status = (error as { status?: number }).status;
  if (status !== undefined && status < 500) return refuse(format === 'form' ? 'MALFORMED_FORM' : 'MALFORMED_JSON');
  return undefined;
};

/**
 * Reads the body of POST and PUT: JSON, or form-encoded with bracket notation for old senders (decisions section 1).
 * An absent body is {}; null is none. `limit` in bytes, `label` as callers read it.
 */
export const readBody = (limit = 1_048_576, label = '1 MiB'): RequestHandler => {
  const json = express.json({ limit, strict: false, type: () => true, verify: checkUtf8 });
  // `depth` is an option of body-parser 2 that its types do not know yet.
  const formOptions = { limit, extended: true, depth: 6, parameterLimit: 2_000, type: () => true, verify: checkUtf8 };
  const form = express.urlencoded(formOptions);
  return (req: Request, res: Response, next: NextFunction) => {
    const type = mediaTypeOf(req);
    const format = formatOf(req);
    if (format === 'json' && !isJson(type)) {
      next(refuse('UNSUPPORTED_MEDIA_TYPE'));
      return;
    }
    (format === 'form' ? form : json)(req, res, (error?: unknown) => {
      if (error === undefined && req.body === null) next(refuse('INVALID_BODY', { problems: 'The body must be a JSON object.' }));
      else if (error === undefined) {
        req.body ??= {};
        next();
      } else next(bodyRefusal(error, label, format) ?? error);
    });
  };
};
