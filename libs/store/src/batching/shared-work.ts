/**
 * Runs work once for all callers that arrived before it started. No caller gets an older result: callers that arrive
 * during a run wait for the next one, which is shared too. Results are not cached.
 */
export const createSharedWork = () => {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<unknown>>();
  const start = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const result = work().finally(() => {
      if (running.get(key) === result) running.delete(key);
    });
    running.set(key, result);
    return result;
  };
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queued = waiting.get(key);
    if (queued) return queued as Promise<T>;
    const current = running.get(key);
    if (!current) return start(key, work);
    const begin = (): Promise<T> => {
      waiting.delete(key);
      return start(key, work);
    };
    const next = current.then(begin, begin);
    waiting.set(key, next);
    return next;
  };
};
