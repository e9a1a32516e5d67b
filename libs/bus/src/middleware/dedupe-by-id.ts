import type { BatchContext } from '../bus';
import type { Middleware } from './middleware';

export interface DedupeOptions {
  /** Ids remembered; the oldest are forgotten first. About 100 bytes each. */
  readonly capacity: number;
  readonly onRepeat?: (count: number) => void;
}

/**
 * Drops messages whose id was handled lately by this process. What the caller gets: a redelivery after a lost commit, a
 * repeat by a sweeper and a repeat inside one batch are handled once. What the caller does NOT get: memory over a
 * restart, across processes or beyond the capacity; an effect that must not happen twice needs a unique key where it
 * is written. An id is remembered only after its handler has succeeded.
 */
export const dedupeById = <C extends BatchContext>({ capacity, onRepeat }: DedupeOptions): Middleware<C> => {
  const seen = new Set<string>();
  return (next) => async (batch, context) => {
    const fresh = new Set<string>();
    const left = batch.filter(({ id }) => {
      if (seen.has(id) || fresh.has(id)) return false;
      fresh.add(id);
      return true;
    });
    if (left.length < batch.length) onRepeat?.(batch.length - left.length);
    if (left.length === 0) return;
    await next(left, context);
    for (const id of fresh) seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= capacity) break;
      seen.delete(oldest);
    }
  };
};
