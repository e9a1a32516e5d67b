import { isRefusal, refuse, type Refusal } from '@porchlight/errors';
import express, { type RequestHandler } from 'express';
import type { FairBudget } from './fair-budget';
import { checkUtf8, readMediaType, withinBudget } from './read-body';

/** The same limits as for large JSON bodies. */
const LIMIT = 5 * 1_048_576;

const textRefusal = (type: string): Refusal => {
  if (type === 'entity.too.large') return refuse('BODY_TOO_LARGE', { limit: '5 MiB' });
  return refuse(type.startsWith('charset.') ? 'UNSUPPORTED_CHARSET' : 'UNSUPPORTED_CONTENT_ENCODING');
};

/** Reads a body of this media type as the field `csv`, within the budget; other types are read by `otherwise`. */
export const readText = (
  mediaType: string | undefined,
  otherwise: RequestHandler,
  budget?: FairBudget,
): RequestHandler => {
  if (mediaType === undefined) return otherwise;
  const read = withinBudget(express.text({ limit: LIMIT, type: () => true, verify: checkUtf8 }), {
    limit: LIMIT,
    ...(budget && { budget }),
  });
  return (req, res, next) => {
    if (readMediaType(req) !== mediaType) return otherwise(req, res, next);
    void read(req, res, (error?: unknown) => {
      if (error !== undefined) {
        next(isRefusal(error) ? error : textRefusal((error as { type?: string }).type ?? ''));
        return;
      }
      req.body = { csv: typeof req.body === 'string' ? req.body : '' };
      next();
    });
  };
};
