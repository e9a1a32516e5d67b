/** A pause that can be ended from elsewhere. */
export interface WakeSignal {
  /** Ends the pause that is under way, or the next one. */
  notify(): void;
  /** Forgets nudges so far. */
  reset(): void;
  /** Resolves after `ms` milliseconds, at a nudge, or when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** Makes a wakeSignal; a nudge counts until `reset`. */
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
