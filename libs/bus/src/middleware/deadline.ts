import { refuse } from '@porchlight/errors';
import { type Middleware, Stopped } from './middleware';

/**
 * Bounds one run of a handler. When time is up its signal is aborted and DEADLINE is thrown, which counts as a fault of
 * the surroundings; when the subscription can wait no longer, Stopped. A handler that does not heed its signal may still
 * be running while the batch is tried again.
 */
export const deadline =
  (ms: number): Middleware =>
  (next) =>
  async (batch, context) => {
    const timeout = new AbortController();
    const signal = AbortSignal.any([context.signal, timeout.signal]);
    const timer = setTimeout(() => timeout.abort(), ms);
    let give: () => void = () => {};
    const givenUp = new Promise<never>((_, reject) => {
      give = () => reject(timeout.signal.aborted ? refuse('DEADLINE', { ms }) : new Stopped());
      if (signal.aborted) give();
      else signal.addEventListener('abort', give);
    });
    // Both sides may lose the race; a loser's failure must not count as unhandled.
    givenUp.catch(() => {});
    try {
      if (signal.aborted) return await givenUp;
      const run = next(batch, { ...context, signal });
      run.catch(() => {});
      return await Promise.race([run, givenUp]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
    }
  };
