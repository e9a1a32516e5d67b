/** A pause that another function can end. */
export interface WakeSignal {
  /** Ends the current pause, or the next one. */
  notify(): void;
  /** Discards earlier notifications. */
  reset(): void;
  /** Resolves after `ms` milliseconds, at a notification, or when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Creates a signal; a notification counts until `reset`. */
export const createWakeSignal = (): WakeSignal => {
  let wake: (() => void) | undefined;
  let notified = false;
  return {
    notify() {
      notified = true;
      wake?.();
    },
    reset: () => void (notified = false),
    pause: (ms, signal) =>
      new Promise((resolve) => {
        if (notified || signal.aborted) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          wake = undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done, { once: true });
        wake = done;
      }),
  };
};
