import { createPollLoop, type Clock, type Logger, type Worker } from '@porchlight/runtime';
import type { DeliveryStore } from './delivery-store';

export interface ClockSkewRepairOptions {
  readonly deliveryStore: Pick<DeliveryStore, 'recall'>;
  readonly clock: Clock;
  /** Name of this process in leases: what it holds itself is under way, whatever the clock says. */
  readonly holder: string;
  /** Furthest that a lease and a retry lie ahead, ms. */
  readonly leaseMs: number;
  readonly retryIntervalMs: number;
  /** Deliveries are due that were not. */
  readonly onRecalled: () => void;
  readonly logger: Logger;
}

/** A clock that goes back by more than this was wrong before. */
const JUMP_MS = 60_000;
const LOOK_MS = 1_000;
/** Looks after a jump back: attempts that were under way store their result with the time of the wrong clock. */
const LOOKS_AFTER_JUMP = 60;

/**
 * A clock that was ahead left leases and retries as far ahead: they would wait for hours once it is right again. Leases
 * of a process that died so are found at the start, all of it when the clock goes back. A Retry-After that is cut short
 * by it costs one attempt.
 */
export const createClockSkewRepair = ({
  deliveryStore,
  clock,
  holder,
  leaseMs,
  retryIntervalMs,
  onRecalled,
  logger,
}: ClockSkewRepairOptions): Worker => {
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
        const recalled = await deliveryStore.recall(
          new Date(now + farthest),
          new Date(now),
          back ? 'all' : 'leased',
          holder,
        );
        if (recalled > 0) {
          logger.warn(
            { event: 'deliveries.recalled', recalled, back },
            'deliveries lay too far ahead: the clock had been wrong',
          );
          onRecalled();
        }
      }
      looked = now;
      if (back) looksLeft--;
      return false;
    },
    // The moment it was found at stays, so that it is tried again.
    failed: (error) =>
      logger.warn(
        { event: 'deliveries.recall_failed', err: error },
        'deliveries that lie too far ahead could not be looked for',
      ),
  });
};
