import { isNativeError } from 'node:util/types';

export interface EventuallyOptions {
  /** Longest wait in milliseconds (default 60 s, so that a slow machine does not reach it). */
  readonly timeoutMs?: number;
  /** Pause between tries in milliseconds (default 20). */
  readonly intervalMs?: number;
}

/**
 * Calls `fn` until it neither throws nor rejects, and returns its result. Fails with the last error after the timeout,
 * also if a call hangs.
 */
export const eventually = async <T>(fn: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> => {
  const { timeoutMs = 60_000, intervalMs = 20 } = options;
  const endsAt = performance.now() + timeoutMs;
  let last: unknown = new Error('the first try did not end');
  for (;;) {
    const left = endsAt - performance.now();
    const outcome = await attempt(fn, Math.max(1, left));
    if (outcome.ok) return outcome.value;
    last = outcome.hung ? last : outcome.error;
    if (performance.now() + intervalMs >= endsAt) throw late(last, timeoutMs);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
};

type Outcome<T> = { ok: true; value: T } | { ok: false; hung: boolean; error?: unknown };

const attempt = async <T>(fn: () => T | Promise<T>, ms: number): Promise<Outcome<T>> => {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<Outcome<T>>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, hung: true }), ms);
  });
  const tried = (async (): Promise<Outcome<T>> => {
    try {
      return { ok: true, value: await fn() };
    } catch (error) {
      return { ok: false, hung: false, error };
    }
  })();
  try {
    return await Promise.race([tried, hung]);
  } finally {
    clearTimeout(timer);
  }
};

/** Throws the last error itself, so that jest shows the difference; the wait is added to its message. */
const late = (last: unknown, timeoutMs: number): unknown => {
  if (!isNativeError(last)) return new Error(`Not within ${timeoutMs} ms: ${String(last)}`);
  last.message = `Not within ${timeoutMs} ms: ${last.message}`;
  return last;
};
