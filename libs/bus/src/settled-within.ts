import { sleep } from '@porchlight/runtime';

/** True if the promise settled in time; a rejection is ignored. */
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
