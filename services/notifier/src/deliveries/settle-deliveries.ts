import { sleep, startStopwatch, type Clock, type Logger } from '@porchlight/runtime';
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
  const waiting: Settlement[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const elapsed = startStopwatch();
  let busyUntil = 0;
  const stopping = new AbortController();

  const schedule = (): void => {
    if (writing) return;
    if (waiting.length >= MAX_AT_ONCE) {
      clearTimeout(timer);
      timer = undefined;
      begin();
    } else if (waiting.length > 0) timer ??= setTimeout(begin, Math.max(gatherMs / 10, busyUntil - elapsed()));
  };

  const begin = (): void => {
    timer = undefined;
    if (writing || waiting.length === 0) return;
    const batch = waiting.splice(0, MAX_AT_ONCE);
    writing = write(batch).finally(() => {
      writing = undefined;
      busyUntil = elapsed() + gatherMs;
      schedule();
    });
  };

  const write = async (batch: readonly Settlement[]): Promise<void> => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
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

  return {
    settle(settlement: Settlement): void {
      waiting.push(settlement);
      schedule();
    },
    /** Resolves when another result can be accepted; attempts wait for it first. */
    async room(): Promise<void> {
      while (waiting.length >= MAX_WAITING && writing) await writing;
    },
    /** Writes the waiting results, until the deadline. */
    async stop(deadline: AbortSignal): Promise<void> {
      const abort = (): void => stopping.abort();
      // A deadline that has passed already fires no event.
      if (deadline.aborted) abort();
      else deadline.addEventListener('abort', abort, { once: true });
      clearTimeout(timer);
      while (!stopping.signal.aborted && (writing || waiting.length > 0)) {
        begin();
        await writing;
      }
    },
  };
};
