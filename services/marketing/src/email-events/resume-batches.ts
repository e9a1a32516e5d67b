import { createPollLoop, type Clock } from '@porchlight/runtime';
import { batchIdAt } from './event-batch';
import type { BatchIntake } from './batch-intake';
import type { EventParts } from './event-parts';

/** Milliseconds. */
const RESUME = {
  /** After this time the starting process has given up: every step has a shorter deadline. */
  after: 15_000,
  every: 3_000,
  /** A batch is stored within this time after its id was created, or never. */
  written: 60_000,
  /** Invalidates the cached state of the stored batches. */
  stale: 40_000,
} as const;
const MAX_AT_ONCE = 100;

/** Which batches of all processes are finished, as the last look at the stored ones showed. */
export interface FinishedBatches {
  /** The oldest stored batch, now. */
  saw(oldest: string | undefined): void;
  /** Batches with a smaller id are finished. */
  floor(): string;
}

/** Nothing is finished until the first look. */
export const createFinishedBatches = (clock: Pick<Clock, 'now'>): FinishedBatches => {
  let oldest: string | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    saw(id) {
      oldest = id;
      seenAt = clock.now();
    },
    floor() {
      const now = clock.now();
      if (now - seenAt > RESUME.stale) return '';
      const settled = batchIdAt(now - RESUME.written);
      return oldest !== undefined && oldest < settled ? oldest : settled;
    },
  };
};

/** What the resumer works with. */
interface ResumerParts extends Pick<EventParts, 'batchStore' | 'clock' | 'logger'> {
  readonly finished: FinishedBatches;
}

/** Finishes batches that a process left, one process of the service at a time. */
export const createBatchResumer = (
  { batchStore, clock, logger, finished }: ResumerParts,
  intake: Pick<BatchIntake, 'carryOut' | 'isBusyWith'>,
  hold: () => Promise<boolean>,
) => {
  /** One round. Returns the number of finished batches. */
  const round = async (signal: AbortSignal): Promise<number> => {
    const now = clock.now();
    const open = await batchStore.oldest(MAX_AT_ONCE);
    finished.saw(open[0]);
    const abandoned = open.filter((id) => id < batchIdAt(now - RESUME.after) && !intake.isBusyWith(id));
    let done = 0;
    for (const id of abandoned) {
      if (signal.aborted || !(await hold())) break;
      const batch = await batchStore.load(id);
      if (!batch) continue;
      await intake.carryOut(batch, signal);
      done++;
    }
    return done;
  };

  const loop = createPollLoop({
    look: async (signal) => (await round(signal)) > 0,
    intervalMs: RESUME.every,
    failed: (error) => logger.warn({ err: error }, 'batches of email events could not be resumed; trying again'),
  });

  return { ...loop, round };
};

/** Finishes batches whose process ended or failed. */
export type BatchResumer = ReturnType<typeof createBatchResumer>;
