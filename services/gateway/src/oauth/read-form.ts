import { tooLarge, withinBudget, type BodyReading } from '@porchlight/edge';
import { isRefusal, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import express, { type RequestHandler } from 'express';

/** Reads a form as text within the budget, so that repeated parameters can be detected; a larger one is 413. */
export const readForm = (reading: BodyReading): RequestHandler => {
  const { limit = LIMITS.signInBodyBytes.value } = reading;
  const read = withinBudget(express.text({ type: () => true, limit }), reading);
  return (req, res, next) =>
    void read(req, res, (error?: unknown) => {
      const status = (error as { status?: number } | undefined)?.status;
      if (error === undefined || isRefusal(error)) next(error);
      else if (status === 413) next(tooLarge(error, limit));
      else next(status !== undefined && status < 500 ? refuse('MALFORMED_FORM') : error);
    });
};
