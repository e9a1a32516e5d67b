import { refuse } from '@porchlight/errors';
import type { FairQueue } from '@porchlight/runtime';
import type { RequestHandler, Response } from 'express';
import { getActor, getState } from './request-state';

/** Bytes of a body that are parsed, checked and forwarded in 1 ms. */
const BYTES_PER_MS = 16_384;

/** Starts no work for a client that is gone, except for leads: some senders never wait for the response. */
const serveConnected = async (
  handler: RequestHandler,
  ...[req, res, next]: Parameters<RequestHandler>
): Promise<void> => {
  if (res.closed && getState(req).readsLead === undefined) throw refuse('UNAVAILABLE');
  await handler(req, res, next);
};

/**
 * Serves requests with fair queueing by account: while several accounts are active, an account that exceeds its share
 * waits and the others are served. The turn of an account is charged by the bytes of its bodies. Throws OVERLOADED if
 * the queue of the account is full.
 */
export const withFairQueue = (
  queue: FairQueue | undefined,
  handler: RequestHandler,
  expensive?: boolean,
): RequestHandler => {
  if (!queue) return handler;
  return (req, res, next) =>
    queue.run(String(getActor(req).accountId), () => serveConnected(handler, req, res, next), {
      kind: getState(req).operation,
      expensive,
      leastMs: (getState(req).bodyBytes ?? 0) / BYTES_PER_MS,
      signal: () => closed(res),
    });
};

/** Aborted when the client disconnects. */
export const closed = (res: Response): AbortSignal => {
  const controller = new AbortController();
  res.once('close', () => controller.abort(refuse('UNAVAILABLE')));
  return controller.signal;
};
