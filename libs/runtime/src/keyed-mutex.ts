import { refuse } from '@porchlight/errors';

/** One at a time for work on the same thing inside this process, so that its writes do not collide. */
export interface KeyedMutex {
  /**
   * Runs the work when all earlier work on any of the keys has ended; throws the signal's reason when that takes too
   * long.
   */
  run<T>(keys: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** True if no work on the key is running or waiting. */
  isFree(key: string): boolean;
}

/** Most pieces of work that wait; more are refused UNAVAILABLE. */
const MAX_WAITING = 10_000;

/** Makes turns. All keys of one piece of work are queued for in one step, so two pieces never wait for each other. */
export const createKeyedMutex = (maxWaiting = MAX_WAITING): KeyedMutex => {
  const tails = new Map<string, Promise<void>>();
  let waiting = 0;
  return {
    run<T>(keys: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      if (waiting >= maxWaiting) return Promise.reject(refuse('UNAVAILABLE'));
      waiting++;
      const earlier = keys.map((key) => tails.get(key)).filter((tail) => tail !== undefined);
      const done = Promise.all(earlier).then(() => {
        signal.throwIfAborted();
        return work();
      });
      const ended = (): void => {
        waiting--;
        for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
      };
      const tail: Promise<void> = done.then(ended, ended);
      for (const key of keys) tails.set(key, tail);
      return done;
    },
    isFree: (key) => !tails.has(key),
  };
};
