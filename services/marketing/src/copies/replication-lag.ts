import type { Clock } from '@porchlight/runtime';
import type { Freshness } from '../ports';

/** News older than this is history that is being caught up with or none at all: it says nothing of now. */
const REMEMBERED_MS = 10_000;

/** Measures how long news of other services is on its way. */
export const createNewsLag = (clock: Pick<Clock, 'now'>): Freshness => {
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
