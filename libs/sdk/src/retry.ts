/** How failed attempts are repeated. */
export interface RetryPolicy {
  /** Attempts after the first. 0 turns retries off. */
  readonly retries: number;
  /**
   * Longest time that `Retry-After` may ask for, in ms; a longer one is not waited for: the error is thrown at once.
   */
  readonly longestWaitMs: number;
}

/** How it is done unless told otherwise. */
export const DEFAULT_RETRY: RetryPolicy = { retries: 4, longestWaitMs: 60_000 };

const FIRST_WAIT_MS = 250;
const MAX_BACK_OFF_MS = 8_000;

/** Answers that say: not now. The service has done nothing then, whatever the method. */
export const isRetriedStatus = (status: number): boolean => status === 429 || status === 503;

/** Reads `Retry-After` (seconds, or a date) as ms from now; undefined when there is none. */
export function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const at = /^\s*\d+\s*$/.test(value) ? nowMs + Number(value) * 1_000 : Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/**
 * How long to wait before attempt `attempt` (1 = the first repetition), in ms: what the service asked for, else
 * doubling with jitter. undefined: give up. `chance` is in [0, 1).
 */
export function waitBefore(
  attempt: number,
  { retries, longestWaitMs }: RetryPolicy,
  retryAfterMs: number | undefined,
  chance: number,
): number | undefined {
  if (attempt > retries) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs > longestWaitMs ? undefined : retryAfterMs;
  const most = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_BACK_OFF_MS);
  return most / 2 + (most / 2) * chance;
}

/** Waits, or rejects with the signal's reason as soon as it fires. */
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
