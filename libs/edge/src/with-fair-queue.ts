import { refuse } from '@porchlight/errors';
import type { FairQueue } from '@porchlight/runtime';
import type { RequestHandler, Response } from 'express';
import { getActor, getState } from './request-state';

/**
 * Serves requests with fair queueing by account: while several accounts are active, an account that exceeds its share
 * waits and the others are served. Throws OVERLOADED if the queue of the account is full.
 */
export const withFairQueue = (
  queue: FairQueue | undefined,
  handler: RequestHandler,
  expensive?: boolean,
): RequestHandler => {
  if (!queue) return handler;
  return (req, res, next) =>
    queue.run(String(getActor(req).accountId), async () => void (await handler(req, res, next)), {
      kind: getState(req).operation,
      expensive,
      signal: () => closed(res),
    });
};

/** Aborted when the client disconnects. */
export const closed = (res: Response): AbortSignal => {
  const controller = new AbortController();
  res.once('close', () => controller.abort(refuse('UNAVAILABLE')));
  return controller.signal;
};
