import type { Clock } from '@porchlight/runtime';

/** The lag is 0 if no change was consumed within this time, ms. */
const REMEMBERED_MS = 10_000;

/** Measures the replication lag of changes of other services. */
export const createReplicationLag = (clock: Pick<Clock, 'now'>) => {
  let lag = 0;
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    /** Recent replication lag, ms. */
    lagMs: () => (clock.now() - seenAt < REMEMBERED_MS ? lag : 0),
    /** Records that a change of this time was processed. */
    saw(occurred: Date) {
      seenAt = clock.now();
      lag = Math.max(0, seenAt - occurred.getTime());
    },
  };
};

/** The lag of the changes that update the copies. */
export type Freshness = ReturnType<typeof createReplicationLag>;
