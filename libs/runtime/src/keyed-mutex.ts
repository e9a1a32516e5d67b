import { refuse } from '@porchlight/errors';

/** Serializes work on the same keys within this process, so that its writes do not conflict. */
export interface KeyedMutex {
  /** Runs the work after all earlier work on any of the keys; throws the signal's reason if it aborts before. */
  run<T>(keys: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** True if no work on the key is running or waiting. */
  isFree(key: string): boolean;
}

/** Maximum number of waiting items; more are rejected with UNAVAILABLE. */
const MAX_WAITING = 10_000;

/** Creates a mutex. All keys of one item are queued in one step, so that two items never wait for each other. */
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
