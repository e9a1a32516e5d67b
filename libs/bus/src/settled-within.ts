import { sleep } from '@porchlight/runtime';

/** True when the promise settled in time, whichever way; what it threw is nobody's business any more. */
export const settledWithin = async (ms: number, promise: Promise<unknown>): Promise<boolean> => {
  const over = new AbortController();
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, sleep(ms, over.signal).then(() => false)]);
  } finally {
    over.abort();
  }
};
