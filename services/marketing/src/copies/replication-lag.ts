import type { Clock } from '@porchlight/runtime';

/** The lag of the changes that update the copies. */
export interface Freshness {
  /** Recent replication lag, ms. */
  lagMs(): number;
  /** Records that a change of this time was processed. */
  saw(occurred: Date): void;
}

/** The lag is 0 if no change was consumed within this time, ms. */
const REMEMBERED_MS = 10_000;

/** Measures the replication lag of changes of other services. */
export const createReplicationLag = (clock: Pick<Clock, 'now'>): Freshness => {
  let lag = 0;
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    lagMs: () => (clock.now() - seenAt < REMEMBERED_MS ? lag : 0),
    saw(occurred) {
      seenAt = clock.now();
      lag = Math.max(0, seenAt - occurred.getTime());
    },
  };
};
