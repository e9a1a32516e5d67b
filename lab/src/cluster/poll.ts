import { setTimeout as pause } from 'node:timers/promises';

/** Calls `check` until it returns a value other than undefined or false. Throws after `timeoutMs`. */
export async function pollUntil<T>(
  what: string,
  timeoutMs: number,
  check: () => Promise<T | undefined | false>,
  intervalMs = 500,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let problem = '';
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (Date.now() > end) throw new Error(`${what}: not after ${timeoutMs / 1_000} s${problem ? ` (${problem})` : ''}`);
    await pause(intervalMs);
  }
}
