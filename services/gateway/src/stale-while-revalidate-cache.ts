import { isRefusal } from '@porchlight/errors';
import { isFresh, type Clock } from '@porchlight/runtime';

interface Entry<T> {
  value: Promise<T>;
  /** The last answer that came, for while the source is away. */
  last?: { value: T };
  loadedAt: number;
}

export interface StaleWhileRevalidateOptions<T> {
  readonly load: (key: string) => Promise<T>;
  readonly clock: Clock;
  /** How long an answer holds, ms: a disabled key stops working on every gateway within that time. */
  readonly freshMs: number;
  /**
   * How long the last answer stands in while the source is away, ms: while it is away nobody can disable anything
   * either.
   */
  readonly staleMs: number;
  readonly max: number;
  /** Answers that are not kept, so that guesses cannot push real callers out. */
  readonly isCacheable: (value: T) => boolean;
}

/** Remembers answers for a moment; callers of the same moment share one question. */
export const createStaleWhileRevalidateCache = <T>(
  options: StaleWhileRevalidateOptions<T>,
): ((key: string) => Promise<T>) => {
  const entries = new Map<string, Entry<T>>();
  const { clock, freshMs, staleMs, max } = options;

  const load = (key: string, before: Entry<T> | undefined): Promise<T> => {
    const entry: Entry<T> = {
      loadedAt: clock.now(),
      value: undefined as unknown as Promise<T>,
      ...(before?.last && { last: before.last }),
    };
    entry.value = options.load(key).then(
      (value) => {
        if (options.isCacheable(value)) entry.last = { value };
        else entries.delete(key);
        return value;
      },
      (error: unknown) => {
        const away = isRefusal(error) && (error.reason === 'UNAVAILABLE' || error.reason === 'DEADLINE');
        if (away && before?.last && isFresh(clock, before.loadedAt, staleMs)) {
          // The failed question must not make the old answer look new.
          entries.set(key, { ...entry, loadedAt: before.loadedAt, value: Promise.resolve(before.last.value) });
          return before.last.value;
        }
        entries.delete(key);
        throw error;
      },
    );
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > max) entries.delete(entries.keys().next().value as string);
    return entry.value;
  };

  return (key) => {
    const entry = entries.get(key);
    return entry && isFresh(clock, entry.loadedAt, freshMs) ? entry.value : load(key, entry);
  };
};
