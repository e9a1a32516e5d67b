import type { BacklogCursor, BacklogCursors } from './backlog-cursors';
import type { DueDelivery, Job } from './delivery';
import type { DeliveryStore } from './delivery-store';
import { readDestination } from './destination';
import type { Dispatcher } from './dispatcher';
import { DueCursor } from './due-cursor';
import { listDue, readWindow, type Reading } from './read-window';

const BACKLOG_BATCH = 256;
const MAX_BACKLOGS_AT_ONCE = 8;
/** A destination that is full or whose circuit is open is read this often, for deliveries whose retry schedule ends. */
const RECHECK_MS = 60_000;
/** An account with too many full destinations is read this often. */
const ACCOUNT_RECHECK_MS = 1_000;

/** A backlog that was read. */
export interface BacklogReading extends Reading {
  readonly key: string;
}

/** Creates the reader of destinations that were full: one cursor for each. */
export const createBacklogReader = (
  {
    deliveryStore,
    dispatcher,
  }: { readonly deliveryStore: Pick<DeliveryStore, 'due'>; readonly dispatcher: Pick<Dispatcher<Job>, 'getRoom'> },
  backlogs: BacklogCursors,
) => {
  /** The room of an account is known only when its deliveries are read. */
  const getRoom = ({ destination }: BacklogCursor): number =>
    destination === undefined ? BACKLOG_BATCH : dispatcher.getRoom(destination);

  /** Accounts are read by time only, destinations also when they have room. */
  const isReadable = (backlog: BacklogCursor, now: number): boolean =>
    backlog.destination === undefined
      ? now >= backlog.checkAt - RECHECK_MS + ACCOUNT_RECHECK_MS
      : now >= backlog.checkAt || getRoom(backlog) > 0;

  return {
    /** Reads backlogs that have room or were not read for long, round robin over accounts. */
    read(now: number): Promise<BacklogReading>[] {
      const chosen = backlogs.chooseRoundRobin(MAX_BACKLOGS_AT_ONCE, (_key, backlog) => isReadable(backlog, now));
      return chosen.map(async ([key, backlog]) => {
        const room = getRoom(backlog);
        const limit = room === 0 ? BACKLOG_BATCH : Math.min(BACKLOG_BATCH, room);
        backlogs.postpone(key, now + RECHECK_MS);
        return { key, ...(await readWindow(deliveryStore, backlog.cursor, backlog.of, { limit, now })) };
      });
    },
    /**
     * Adds a backlog for each delivery of the reading that was not claimed. Returns the time at which the main cursor
     * must stop if there are too many backlogs.
     */
    add(waiting: ReadonlySet<DueDelivery>, reading: Reading, now: number): number | undefined {
      for (const delivery of listDue(reading)) {
        if (!waiting.has(delivery) || backlogs.has(delivery.lane)) continue;
        const backlog = {
          destination: readDestination(delivery),
          cursor: new DueCursor(delivery.dueAt.getTime()),
          checkAt: now + RECHECK_MS,
        };
        if (!backlogs.add(delivery.lane, backlog)) return delivery.dueAt.getTime();
      }
      return undefined;
    },
  };
};
