import { createPollLoop, type Clock, type Logger, type Worker } from '@porchlight/runtime';
import type { DeliveryStore } from './delivery-store';

export interface ClockSkewRepairOptions {
  readonly deliveryStore: Pick<DeliveryStore, 'resetDueTimes'>;
  readonly clock: Clock;
  /** Name of this process in leases; its own leases are never changed. */
  readonly holder: string;
  /** Longest lease and longest time until a retry, ms. */
  readonly leaseMs: number;
  readonly retryIntervalMs: number;
  /** Called if deliveries became due. */
  readonly onReset: () => void;
  readonly logger: Logger;
}

/** A clock that is set back by more than this was wrong before. */
const JUMP_MS = 60_000;
const LOOK_MS = 1_000;
/** Number of polls after a jump back: running attempts store their result with the time of the wrong clock. */
const LOOKS_AFTER_JUMP = 60;

/**
 * Makes deliveries due that a wrong clock scheduled hours ahead: leases of dead processes at the start, everything when
 * the clock is set back. Cutting a Retry-After short costs one attempt.
 */
export const createClockSkewRepair = (options: ClockSkewRepairOptions): Worker => {
  const { deliveryStore, clock, holder, leaseMs, retryIntervalMs, onReset, logger } = options;
  let looked: number | undefined;
  let looksLeft = 0;
  return createPollLoop({
    intervalMs: LOOK_MS,
    async look() {
      const now = clock.now();
      if (looked !== undefined && now < looked - JUMP_MS) looksLeft = LOOKS_AFTER_JUMP;
      const back = looksLeft > 0;
      if (looked === undefined || back) {
        const farthest = (back ? Math.max(leaseMs, retryIntervalMs) : leaseMs) + JUMP_MS;
        const reset = await deliveryStore.resetDueTimes(
          new Date(now + farthest),
          new Date(now),
          back ? 'all' : 'leased',
          holder,
        );
        if (reset > 0) {
          logger.warn(
            { event: 'deliveries.reset', reset, back },
            'deliveries were scheduled by a wrong clock and are due now',
          );
          onReset();
        }
      }
      looked = now;
      if (back) looksLeft--;
      return false;
    },
    // `looked` stays, so that the next poll tries again.
    failed: (error) =>
      logger.warn({ event: 'deliveries.recall_failed', err: error }, 'deliveries of a wrong clock could not be read'),
  });
};
