/** Requests per second that the attackers may start, over all of them. */
export const RATE = { first: 40, least: 4, most: 400 } as const;

/**
 * Cores that the attackers and the stack may use together. Attackers that use the whole machine delay every process on
 * it, which no limit of the stack can prevent; a real client does not run on the machine that it attacks.
 */
export const MAX_CORES = 1;

/**
 * The next rate by the cores used since the last look: additive increase, multiplicative decrease. Pure.
 */
export const nextRate = (rate: number, cores: number): number =>
  Math.min(RATE.most, Math.max(RATE.least, cores > MAX_CORES ? rate * 0.7 : rate + 4));

const STEP_MS = 5;

/**
 * A token bucket of `burst` permits, full at first: hands out permits at a rate that may change at any time; a few may
 * start at once, so that requests do meet.
 */
export const createRateGate = (burst: number, now: () => number = () => performance.now()) => {
  let rate: number = RATE.first;
  let permits = burst;
  let last = now();
  return {
    setRate(perSecond: number): void {
      rate = perSecond;
    },
    /** Resolves with true when a request may start, with false when the signal fires first. */
    async pass(signal: AbortSignal): Promise<boolean> {
      for (;;) {
        if (signal.aborted) return false;
        const at = now();
        permits = Math.min(burst, permits + ((at - last) * rate) / 1_000);
        last = at;
        if (permits >= 1) {
          permits -= 1;
          return true;
        }
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      }
    },
  };
};
