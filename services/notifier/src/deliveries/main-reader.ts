import { DAY_MS } from '@porchlight/runtime';
import type { BacklogCursors } from './backlog-cursors';
import type { Job } from './delivery';
import type { DeliveryStore } from './delivery-store';
import type { Dispatcher } from './dispatcher';
import { DueCursor } from './due-cursor';
import { advance, listDue, readWindow, type Reading } from './read-window';

/** Page size: the cost of a claim depends on it. */
const BATCH = 500;
const MAX_WINDOWS = 40;
/** Retention: no pending delivery is older. */
const OLDEST_MS = 32 * DAY_MS;
/** The main cursor restarts after this time, to find missed deliveries. */
const RESTART_MS = 600_000;

/** Creates the reader over all destinations but those with a backlog. */
export const createMainReader = (
  {
    deliveryStore,
    dispatcher,
  }: { readonly deliveryStore: Pick<DeliveryStore, 'due'>; readonly dispatcher: Pick<Dispatcher<Job>, 'room'> },
  backlogs: Pick<BacklogCursors, 'exceptLanes' | 'exceptAccounts'>,
): ((now: number) => Promise<Reading>) => {
  let cursor: DueCursor | undefined;
  let restartAt = 0;

  return async (now) => {
    if (!cursor || now >= restartAt || now < restartAt - 2 * RESTART_MS) {
      cursor = new DueCursor(now - OLDEST_MS);
      restartAt = now + RESTART_MS;
    }
    const limit = Math.min(BATCH, dispatcher.room());
    for (let windows = 1; ; windows++) {
      const { exceptLanes, exceptAccounts } = backlogs;
      const reading = await readWindow(deliveryStore, cursor, { exceptLanes, exceptAccounts }, { limit, now });
      if (listDue(reading).length > 0 || windows === MAX_WINDOWS) return reading;
      advance(reading);
      if (cursor.from > now) return reading;
    }
  };
};
