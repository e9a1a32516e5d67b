import { refuse } from '@porchlight/errors';
import express, { type RequestHandler } from 'express';

/** As JSON bodies that may be large. */
const LIMIT = 5 * 1_048_576;

/** Reads a body of this media type as the field `csv`; any other as it is read elsewhere. */
export const readText = (mediaType: string | undefined, otherwise: RequestHandler): RequestHandler => {
  if (mediaType === undefined) return otherwise;
  const read = express.text({ limit: LIMIT, type: () => true });
  return (req, res, next) => {
    const given = (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
    if (given !== mediaType) return otherwise(req, res, next);
    read(req, res, (error?: unknown) => {
      if (error !== undefined) {
        const { type } = error as { type?: string };
        next(type === 'entity.too.large' ? refuse('BODY_TOO_LARGE', { limit: '5 MiB' }) : refuse('UNSUPPORTED_CONTENT_ENCODING'));
        return;
      }
      req.body = { csv: typeof req.body === 'string' ? req.body : '' };
      next();
    });
  };
};
