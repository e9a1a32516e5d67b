import { LRUCache } from 'lru-cache';

/** Share of the difference by which faster work lowers the expected duration. */
const FALL = 0.25;
/**
 * Factor by which slower work raises the expected duration. Small: while others overload the machine, all work is slow,
 * but the duration on an idle machine is relevant.
 */
const RISE = 1.01;
/** Maximum number of stored keys; the one recorded least recently is dropped. */
const MAX_KEYS = 10_000;
/** Expected duration of unknown work, ms. */
const UNKNOWN_MS = 25;
const MIN_MS = 1;

/** Creates an empty set of durations of recent work, by kind of work, of at most 10,000 keys. */
export const createRecentTimes = () => {
  const entries = new LRUCache<string, number>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });
  return {
    /** Expected duration of the next work, ms; `unknownMs` without a record. */
    expected: (key: string, unknownMs = UNKNOWN_MS): number => entries.get(key) ?? unknownMs,
    /** Records the duration of successful work, ms. */
    record(key: string, ms: number): void {
      const before = entries.get(key) ?? ms;
      const next = ms > before ? Math.min(ms, before * RISE) : before + (ms - before) * FALL;
      entries.set(key, Math.max(MIN_MS, next));
    },
  };
};
