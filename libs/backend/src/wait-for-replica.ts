import { sleep, startStopwatch } from '@porchlight/runtime';

/** Longest wait for a copy from another service, ms. */
export const MAX_REPLICATION_WAIT_MS = 1_500;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/**
 * Polls until the copy exists or the wait ends, and returns the last result. A record that was created a moment ago in
 * another service arrives over the bus; a caller that refers to it at once must not get an error.
 */
export const waitForReplica = async <T>(
  read: () => Promise<T>,
  isPresent: (seen: T) => boolean,
  { signal, timeoutMs = MAX_REPLICATION_WAIT_MS }: { signal: AbortSignal; timeoutMs?: number },
): Promise<T> => {
  // Monotonic time: a correction of the clock neither extends nor skips the wait.
  const elapsed = startStopwatch();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    const seen = await read();
    const left = timeoutMs - elapsed();
    if (isPresent(seen) || left <= 0) return seen;
    await sleep(Math.min(pause, left), signal);
    signal.throwIfAborted();
  }
};
