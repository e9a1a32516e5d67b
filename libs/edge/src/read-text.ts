import { isRefusal, refuse, type Refusal } from '@porchlight/errors';
import { parse } from 'content-type';
import express, { type Request, type RequestHandler } from 'express';
import { decodeTable } from './decode-table';
import type { FairBudget } from './fair-budget';
import { readMediaType, tooLarge, withinBudget } from './read-body';

/** The same limits as for large JSON bodies. */
const LIMIT = 5 * 1_048_576;

/** Media types of tables besides the one of the route. */
const TABLE_TYPES: ReadonlySet<string> = new Set([
  'text/tab-separated-values',
  'text/vcard',
  'text/x-vcard',
  'text/directory',
]);

const textRefusal = (error: unknown): Refusal =>
  (error as { type?: string }).type === 'entity.too.large'
    ? tooLarge(error, LIMIT)
    : refuse('UNSUPPORTED_CONTENT_ENCODING');

const readCharset = (req: Request): string | undefined =>
  parse(req.headers['content-type'] ?? '').parameters['charset'];

/** Reads a table of this media type as the field `csv`, within the budget; other types are read by `otherwise`. */
export const readText = (
  mediaType: string | undefined,
  otherwise: RequestHandler,
  budget?: FairBudget,
): RequestHandler => {
  if (mediaType === undefined) return otherwise;
  const read = withinBudget(express.raw({ limit: LIMIT, type: () => true }), {
    limit: LIMIT,
    ...(budget && { budget }),
  });
  return (req, res, next) => {
    const type = readMediaType(req);
    if (type !== mediaType && !TABLE_TYPES.has(type)) return otherwise(req, res, next);
    void read(req, res, (error?: unknown) => {
      if (error !== undefined) {
        next(isRefusal(error) ? error : textRefusal(error));
        return;
      }
      try {
        req.body = { csv: Buffer.isBuffer(req.body) ? decodeTable(req.body, readCharset(req)) : '' };
      } catch (refusal) {
        next(refusal);
        return;
      }
      next();
    });
  };
};
