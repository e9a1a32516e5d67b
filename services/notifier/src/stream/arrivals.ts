/** Wakes the reads of this process when it stored events. */
export interface Arrivals {
  notify(): void;
  /**
   * Counts arrivals from this call on. The returned function waits for one, at most `ms` milliseconds or until the
   * signal is aborted.
   */
  next(): (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Creates arrivals without an event. */
export const createArrivals = (): Arrivals => {
  const waiting = new Set<() => void>();
  let count = 0;
  return {
    notify(): void {
      count += 1;
      for (const end of waiting) end();
    },
    next() {
      const before = count;
      return (ms, signal) =>
        new Promise((resolve) => {
          if (count !== before || signal.aborted) return resolve();
          const end = (): void => {
            clearTimeout(timer);
            waiting.delete(end);
            signal.removeEventListener('abort', end);
            resolve();
          };
          const timer = setTimeout(end, ms);
          waiting.add(end);
          signal.addEventListener('abort', end, { once: true });
        });
    },
  };
};
