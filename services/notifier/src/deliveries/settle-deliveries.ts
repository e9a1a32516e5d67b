import { createBatcher, sleep, type Clock, type Logger } from '@porchlight/runtime';
import type { DeliveryStore } from './delivery-store';
import type { Settlement } from './delivery';

export interface SettlerOptions {
  readonly deliveryStore: DeliveryStore;
  readonly clock: Pick<Clock, 'date'>;
  readonly logger: Logger;
  /** Called when the results are in the database. */
  readonly written?: (settlements: readonly Settlement[]) => void;
  /** Linger under load, ms; a tenth of it otherwise. */
  readonly gatherMs?: number;
}

const MAX_AT_ONCE = 500;
/** With more waiting results the database is unavailable or slow. */
const MAX_WAITING = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** The cursor has passed this time: a retry that is written late is due now. */
const notBefore = (settlement: Settlement, now: Date): Settlement =>
  settlement.kind === 'retry' && settlement.dueAt < now ? { ...settlement, dueAt: now } : settlement;

/**
 * Writes results of attempts in bulk, under load with a linger of 50 ms, because the commit is the largest cost. While
 * the database is unavailable results wait, bounded by `room`; after a crash the deliveries are attempted again when
 * their lease ends.
 */
export const createSettler = ({ deliveryStore, clock, logger, written, gatherMs = 50 }: SettlerOptions) => {
  const stopping = new AbortController();
  let batchEnd = Promise.withResolvers<void>();

  const write = async (batch: readonly Settlement[]): Promise<void> => {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        const now = clock.date();
        await deliveryStore.settle(batch.map((settlement) => notBefore(settlement, now)));
        written?.(batch);
        return;
      } catch (error) {
        logger.warn(
          { event: 'deliveries.settle_failed', results: batch.length, err: error },
          'results of attempts could not be written',
        );
        if (!(await sleep(pause, stopping.signal))) return;
      }
    }
  };

  const batcher = createBatcher<Settlement, void>({
    maxItems: MAX_AT_ONCE,
    lingerMs: (ended) => (ended ? gatherMs : gatherMs / 10),
    run: async (batch) => {
      await write(batch);
      batchEnd.resolve();
      batchEnd = Promise.withResolvers();
      return batch.map(() => undefined);
    },
  });

  return {
    settle(settlement: Settlement): void {
      void batcher.add(settlement);
    },
    /** Resolves when another result can be accepted; attempts wait for it first. */
    async room(): Promise<void> {
      while (batcher.waiting() >= MAX_WAITING) await batchEnd.promise;
    },
    /** Writes the waiting results, until the deadline. */
    async stop(deadline: AbortSignal): Promise<void> {
      const abort = (): void => stopping.abort();
      // A deadline that has passed already fires no event.
      if (deadline.aborted) abort();
      else deadline.addEventListener('abort', abort, { once: true });
      await batcher.flush(stopping.signal);
    },
  };
};
