import { refuse, type Reason } from '@porchlight/errors';

/** Work with a deadline: a promise, or a function with a signal that is aborted at the deadline. */
export type Work<T> = Promise<T> | ((signal: AbortSignal) => Promise<T>);

/**
 * Waits at most `ms` milliseconds. Then it rejects with the refusal of `reason` (default DEADLINE) or the error that
 * `reason` returns, and aborts a function's signal. The work itself continues unless it observes the signal.
 */
export const withDeadline = async <T>(
  work: Work<T>,
  ms: number,
  reason: Reason | (() => Error) = 'DEADLINE',
): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = typeof reason === 'function' ? reason() : refuse(reason);
      reject(error);
      controller.abort(error);
    }, ms);
  });
  try {
    const running = typeof work === 'function' ? work(controller.signal) : work;
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Waits `ms` milliseconds, or less if the signal is aborted; returns true after the whole time. Never rejects. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(true);
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });

/**
 * Runs `fn` over the items, at most `concurrency` at a time; results in the order of the items. After the first failure
 * it rejects and starts no further item; running ones continue.
 */
export const mapBounded = async <T, R>(
  items: readonly T[],
  concurrency: number,
  fn: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await fn(items[index] as T, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Math.max(1, Math.min(Math.floor(concurrency), items.length));
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
};
