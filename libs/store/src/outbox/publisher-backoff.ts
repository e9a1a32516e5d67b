const BACKOFF_MS = { least: 100, most: 5_000 };

/** Waits of a publisher between failed attempts; each is twice as long as the one before. */
export type PublisherBackoff = ReturnType<typeof createPublisherBackoff>;

/** Creates the waits of one publisher, which its publishing and clearing share. */
export const createPublisherBackoff = () => {
  let waitMs = 0;
  return {
    next: (): number => (waitMs = Math.min(BACKOFF_MS.most, Math.max(BACKOFF_MS.least, waitMs * 2))),
    reset: (): void => void (waitMs = 0),
    /** Waits, and does not hold up the end of the process. */
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(resolve, ms).unref();
      }),
  };
};
