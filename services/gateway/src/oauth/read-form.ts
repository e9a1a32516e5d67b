import { refuse } from '@porchlight/errors';
import express, { type RequestHandler } from 'express';

/** Reads a form as text, for parameters that may be there once only; a larger one is 413. */
export const readForm = (limit: number): RequestHandler => {
  const read = express.text({ type: () => true, limit });
  return (req, res, next) =>
    read(req, res, (error?: unknown) => {
      const status = (error as { status?: number } | undefined)?.status;
      if (error === undefined) next();
      else if (status === 413) next(refuse('BODY_TOO_LARGE', { limit: `${limit / 1024} KiB` }));
      else next(status !== undefined && status < 500 ? refuse('MALFORMED_FORM') : error);
    });
};
