import type { Clock, Ids } from '@porchlight/runtime';
import { batchIdAt, formatBatchId, ID_BYTES } from './event-batch';

export interface BatchIdParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'random'>;
  /** All batches with a smaller id are finished, in all processes. */
  readonly floor: () => string;
}

/** A batch that finished within this time was not resumed by another process (`RESUME.after`), ms. */
const ALONE_MS = 10_000;

/**
 * Tracks which batches of this process are finished, so that sums need not wait for the stored state. A batch that
 * failed or took long may be processed elsewhere: it counts as open until the floor has passed it.
 */
export const createBatchIds = ({ clock, ids, floor }: BatchIdParts) => {
  const maker = ids.random(ID_BYTES).toString('hex');
  /** In order of creation. */
  const open = new Map<string, number>();
  let last = 0;
  return {
    /** A new id, greater than all before. */
    next() {
      last = Math.max(clock.now(), last + 1);
      const id = formatBatchId(last, maker, ids.random(ID_BYTES).toString('hex'));
      open.set(id, clock.now());
      return id;
    },
    /** Marks a batch as finished and deleted. */
    done(id: string) {
      const openedAt = open.get(id);
      if (openedAt !== undefined && clock.now() - openedAt < ALONE_MS) open.delete(id);
    },
    settled() {
      const before = floor();
      for (const id of open.keys()) if (id < before) open.delete(id);
      const [oldest = batchIdAt(last + 1)] = open.keys();
      return { before, maker, ownBefore: oldest };
    },
  };
};

/** Ids of the batches of this process, and which of them are finished. */
export type BatchIds = ReturnType<typeof createBatchIds>;
