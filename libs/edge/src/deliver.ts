import { refuse } from '@porchlight/errors';
import type { Response } from 'express';
import { sizeLabel } from './read-body';
import { getState } from './request-state';

/** Responses up to this size, bytes, fit into the buffers of a connection and have no deadline. */
const SMALL_BYTES = 16_384;
/** Slowest tolerated reading rate, bytes per ms. */
const MIN_BYTES_PER_MS = 128;
/** Deadlines are rounded to this, ms, so that Node can share timer lists. */
const ROUND_MS = 500;

/**
 * Reserves the bytes of a response until the client has read it, and closes the connection of a client that reads
 * slower than 128 KiB/s after a grace of `slowReaderMs`. Throws OVERLOADED if the bytes do not fit; nothing has been
 * sent then.
 */
export const watchDelivery = (res: Response, bytes: number): void => {
  const { delivery, actor } = getState(res.req);
  if (!delivery || bytes <= SMALL_BYTES) return;
  const { budget, slowReaderMs } = delivery;
  const lease = budget.reserve(String(actor?.accountId ?? ''), bytes);
  if (!lease) throw refuse('OVERLOADED', { what: 'response data', limit: sizeLabel(budget.maxBytes) });
  const timeMs = Math.ceil((slowReaderMs + bytes / MIN_BYTES_PER_MS) / ROUND_MS) * ROUND_MS;
  const timer = setTimeout(() => res.destroy(), timeMs).unref();
  res.once('close', () => {
    clearTimeout(timer);
    lease.release();
  });
};
