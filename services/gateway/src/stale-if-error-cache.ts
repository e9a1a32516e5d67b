import { isRefusal } from '@porchlight/errors';
import { isFresh, type Clock } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';

interface Entry<T> {
  value: Promise<T>;
  /** The last loaded value, used while the source is unavailable. */
  last?: { value: T };
  loadedAt: number;
}

/** Time for which a value is fresh, ms: a disabled key is rejected by every gateway within that time. */
const FRESH_MS = 800;
/**
 * Time for which the last value is used while the source is unavailable, ms: no credentials can be disabled during that
 * time either.
 */
const STALE_MS = 30_000;
const MAX_ENTRIES = 20_000;

/**
 * Creates a cache of loaded values; concurrent callers share one load. A value that is not fresh is loaded again before
 * it is returned; while the source is unavailable, the last value is returned (`stale-if-error` of RFC 5861).
 */
export const createStaleIfErrorCache = <T>({
  load: loadValue,
  clock,
  max = MAX_ENTRIES,
}: {
  readonly load: (key: string) => Promise<T>;
  readonly clock: Clock;
  readonly max?: number;
}): ((key: string) => Promise<T>) => {
  const entries = new LRUCache<string, Entry<T>>({ maxSize: max, sizeCalculation: () => 1 });

  const load = (key: string, before: Entry<T> | undefined): Promise<T> => {
    const value = loadValue(key).then(
      (value) => {
        // An undefined value cannot evict those of valid callers.
        if (value !== undefined) entry.last = { value };
        else entries.delete(key);
        return value;
      },
      (error: unknown) => {
        const away = isRefusal(error) && (error.reason === 'UNAVAILABLE' || error.reason === 'DEADLINE');
        if (away && before?.last && isFresh(clock, before.loadedAt, STALE_MS)) {
          // A failed load must not make the old value fresh.
          entries.set(key, { ...entry, loadedAt: before.loadedAt, value: Promise.resolve(before.last.value) });
          return before.last.value;
        }
        entries.delete(key);
        throw error;
      },
    );
    const entry: Entry<T> = { loadedAt: clock.now(), value, ...(before?.last && { last: before.last }) };
    entries.set(key, entry);
    return entry.value;
  };

  return (key) => {
    const entry = entries.get(key);
    return entry && isFresh(clock, entry.loadedAt, FRESH_MS) ? entry.value : load(key, entry);
  };
};
