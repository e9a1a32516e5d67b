/** A pause that another function can end. */
export type WakeSignal = ReturnType<typeof createWakeSignal>;

/** Creates a signal; a notification counts until `reset`. */
export const createWakeSignal = () => {
  let wake: (() => void) | undefined;
  let notified = false;
  return {
    /** Ends the current pause, or the next one. */
    notify(): void {
      notified = true;
      wake?.();
    },
    /** Discards earlier notifications. */
    reset: (): void => void (notified = false),
    /** Resolves after `ms` milliseconds, at a notification (with true), or when the signal is aborted. */
    pause: (ms: number, signal: AbortSignal): Promise<boolean> =>
      new Promise((resolve) => {
        if (notified || signal.aborted) return resolve(notified);
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          wake = undefined;
          resolve(notified);
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done, { once: true });
        wake = done;
      }),
  };
};
