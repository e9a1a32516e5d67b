import { refuse } from '@porchlight/errors';
import type { FairQueue } from '@porchlight/runtime';
import type { RequestHandler, Response } from 'express';
import { getActor, getState } from './request-state';

/**
 * Serves requests of accounts in turn: while several accounts are active, an account that sends more than its share
 * waits and the others are served. Throws OVERLOADED to the account whose requests do not fit into its queue.
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
const closed = (res: Response): AbortSignal => {
  const controller = new AbortController();
  res.once('close', () => controller.abort(refuse('UNAVAILABLE')));
  return controller.signal;
};
