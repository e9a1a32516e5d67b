import { HandlerTimeout, type Middleware, Stopped } from './middleware';

/**
 * Limits one run of a handler to `ms`. Afterwards its signal is aborted and HandlerTimeout is thrown, regardless of the
 * error of the aborted handler: the batch is split, because another attempt with the same limit cannot succeed.
 * Throws Stopped when the subscription ends. A handler that ignores its signal may still run while the batch is
 * retried.
 */
export const deadline =
  (ms: number): Middleware =>
  (next) =>
  async (batch, context) => {
    const timeout = new AbortController();
    const signal = AbortSignal.any([context.signal, timeout.signal]);
    const timer = setTimeout(() => timeout.abort(new HandlerTimeout(ms)), ms);
    const failure = (): Error => (timeout.signal.aborted ? new HandlerTimeout(ms) : new Stopped());
    let give: () => void = () => {};
    const givenUp = new Promise<never>((_, reject) => {
      give = () => reject(failure());
      if (signal.aborted) give();
      else signal.addEventListener('abort', give);
    });
    // Both sides of the race may reject; the later rejection must not count as unhandled.
    givenUp.catch(() => {});
    try {
      if (signal.aborted) return await givenUp;
      const run = next(batch, { ...context, signal });
      run.catch(() => {});
      return await Promise.race([run, givenUp]);
    } catch (error) {
      throw timeout.signal.aborted ? failure() : error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
    }
  };
