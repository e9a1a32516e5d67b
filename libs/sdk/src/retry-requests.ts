/** When failed attempts are repeated. */
export interface RetryPolicy {
  /** Maximum number of attempts after the first. 0 disables retries. */
  readonly retries: number;
  /** Maximum wait that `Retry-After` may request, ms. The error is thrown at once if it requests more. */
  readonly longestWaitMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { retries: 4, longestWaitMs: 60_000 };

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;

/** Statuses by which the service rejects a request before it executes it: every method can be repeated. */
export const isRetryableStatus = (status: number): boolean => status === 429 || status === 503;

/** Parses `Retry-After` (seconds or a date) to ms from now; undefined without the header. */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const at = /^\s*\d+\s*$/.test(value) ? nowMs + Number(value) * 1_000 : Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/**
 * Returns the wait before a repetition (1 is the first), ms: `Retry-After`, or else exponential backoff with jitter.
 * Returns undefined if the request must not be repeated. `random` is in [0, 1).
 */
export function computeWait(
  attempt: number,
  { retries, longestWaitMs }: RetryPolicy,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  if (attempt > retries) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs > longestWaitMs ? undefined : retryAfterMs;
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
  return backoff / 2 + (backoff / 2) * random;
}

/** Waits; rejects with the signal's reason as soon as the signal fires. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    if (signal?.aborted) return reject(signal.reason as Error);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
