import type { Clock, Ids } from '@porchlight/runtime';
import { batchIdAt, batchIdOf, ID_BYTES, type Settled } from '../rules/event-batch';

export interface BatchIdPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'random'>;
  /** All batches with a smaller id are done for good, whoever made them. */
  readonly floor: () => string;
}

/** Ids of the batches that this process makes, and which of them are done. */
export interface BatchIds {
  /** A new id, greater than all before. */
  next(): string;
  /** All is done and the journal has forgotten the batch. */
  done(id: string): void;
  settled(): Settled;
}

/** What is done sooner than this after it was made nobody else has taken up: see `RESUME.after`; ms. */
const ALONE_MS = 10_000;

/**
 * Knows of this process's own batches at once when they are done for good: what remembers batches need not wait for the
 * journal to tell. One that failed, or took long, may be in others' hands: it counts as open until the floor has passed
 * it.
 */
export const createBatchIds = ({ clock, ids, floor }: BatchIdPorts): BatchIds => {
  const maker = ids.random(ID_BYTES).toString('hex');
  /** In the order they were made. */
  const open = new Map<string, number>();
  let last = 0;
  return {
    next() {
      last = Math.max(clock.now(), last + 1);
      const id = batchIdOf(last, maker, ids.random(ID_BYTES).toString('hex'));
      open.set(id, clock.now());
      return id;
    },
    done(id) {
      const made = open.get(id);
      if (made !== undefined && clock.now() - made < ALONE_MS) open.delete(id);
    },
    settled() {
      const before = floor();
      for (const id of open.keys()) if (id < before) open.delete(id);
      const [oldest = batchIdAt(last + 1)] = open.keys();
      return { before, maker, ownBefore: oldest };
    },
  };
};
