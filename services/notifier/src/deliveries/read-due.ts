import type { Clock } from '@porchlight/runtime';
import { DAY_MS } from '@porchlight/runtime';
import type { Dispatcher } from './dispatcher';
import type { Job, DueDelivery } from './delivery';
import { readDestination } from './destination';
import { DueCursor } from './due-cursor';
import type { DeliveryStore, DueQuery } from './delivery-store';
import { BacklogCursors, type BacklogCursor } from './backlog-cursors';

export interface DueReaderOptions {
  readonly deliveryStore: Pick<DeliveryStore, 'due'>;
  readonly dispatcher: Pick<Dispatcher<Job>, 'getRoom' | 'room'>;
  readonly clock: Clock;
}

/** Result of one poll. */
export interface DueReading {
  readonly due: readonly DueDelivery[];
  /** Advances the cursors. `left`: deliveries that were not claimed. Returns true if more can be read at once. */
  done(left: readonly DueDelivery[]): boolean;
}

/** Page size: the cost of a claim depends on it. */
const BATCH = 500;
const BACKLOG_BATCH = 256;
const MAX_BACKLOGS_AT_ONCE = 8;
const MAX_WINDOWS = 40;
/** Maximum number of backlog cursors. */
const MAX_BACKLOGS = 1_000;
/** Retention: no pending delivery is older. */
const OLDEST_MS = 32 * DAY_MS;
/** The main cursor restarts after this time, to find missed deliveries. */
const RESTART_MS = 600_000;
/** A destination that is full or whose circuit is open is read this often, for deliveries whose retry schedule ends. */
const RECHECK_MS = 60_000;
/** An account with too many full destinations is read this often. */
const ACCOUNT_RECHECK_MS = 1_000;

/** A backlog to read, and how many deliveries it accepts. */
interface BacklogTurn {
  readonly key: string;
  readonly backlog: BacklogCursor;
  readonly room: number;
}

/** Deliveries that one cursor found. */
interface Reading {
  readonly cursor: DueCursor;
  /** Inserted late, before the position of the cursor. */
  readonly late: readonly DueDelivery[];
  readonly found: readonly DueDelivery[];
  readonly limit: number;
}

/**
 * Reads due deliveries without reading them twice: a main cursor over all destinations, which skips full ones, and one
 * cursor for each full destination, which is read when it has room. So the cost of a poll depends on what can be
 * claimed, not on the backlog.
 */
export const createDueReader = ({ deliveryStore, dispatcher, clock }: DueReaderOptions) => {
  let mainCursor: DueCursor | undefined;
  let restartAt = 0;
  const backlogs = new BacklogCursors(MAX_BACKLOGS);

  /** Reads the next window of a cursor and, less often, late inserts before it. */
  const readWindow = async (
    cursor: DueCursor,
    of: Omit<DueQuery, 'after' | 'before'>,
    limit: number,
    now: number,
  ): Promise<Reading> => {
    const recent = cursor.behind(now);
    const [late, found] = await Promise.all([
      recent ? deliveryStore.due({ ...recent, ...of }, limit) : [],
      deliveryStore.due({ ...cursor.ahead(now, limit), ...of }, limit),
    ]);
    return { cursor, late, found, limit };
  };

  const advance = ({ cursor, late, found, limit }: Reading): void => {
    cursor.advance(found, limit);
    if (late.length >= limit) cursor.returnTo(late.at(-1)!.dueAt.getTime());
  };

  const readMain = async (now: number): Promise<Reading> => {
    if (!mainCursor || now >= restartAt || now < restartAt - 2 * RESTART_MS) {
      mainCursor = new DueCursor(now - OLDEST_MS);
      restartAt = now + RESTART_MS;
    }
    const limit = Math.min(BATCH, dispatcher.room());
    for (let windows = 1; ; windows++) {
      const reading = await readWindow(
        mainCursor,
        { exceptLanes: backlogs.exceptLanes, exceptAccounts: backlogs.exceptAccounts },
        limit,
        now,
      );
      if (listDue(reading).length > 0 || windows === MAX_WINDOWS) return reading;
      advance(reading);
      if (mainCursor.from > now) return reading;
    }
  };

  const readBacklog = ({ key, room, backlog }: BacklogTurn, now: number): Promise<Reading> => {
    backlogs.postpone(key, now + RECHECK_MS);
    return readWindow(backlog.cursor, backlog.of, room === 0 ? BACKLOG_BATCH : Math.min(BACKLOG_BATCH, room), now);
  };

  /** The room of an account is known only when its deliveries are read. */
  const getRoom = ({ destination }: BacklogCursor): number =>
    destination === undefined ? BACKLOG_BATCH : dispatcher.getRoom(destination);

  /** Accounts are read by time only, destinations also when they have room. */
  const isReadable = (backlog: BacklogCursor, now: number): boolean =>
    backlog.destination === undefined
      ? now >= backlog.checkAt - RECHECK_MS + ACCOUNT_RECHECK_MS
      : now >= backlog.checkAt || getRoom(backlog) > 0;

  /** Chooses backlogs that have room or were not read for long, round robin over accounts. */
  const chooseBacklogs = (now: number): BacklogTurn[] =>
    backlogs
      .chooseRoundRobin(MAX_BACKLOGS_AT_ONCE, (_key, backlog) => isReadable(backlog, now))
      .map(([key, backlog]) => ({ key, backlog, room: getRoom(backlog) }));

  const findFirstDueAt = (waiting: ReadonlySet<DueDelivery>, due: readonly DueDelivery[]): number | undefined =>
    due.find((delivery) => waiting.has(delivery))?.dueAt.getTime();

  /**
   * Adds a backlog for each delivery that was not claimed. Returns the time at which the main cursor must stop if there
   * are too many backlogs.
   */
  const addBacklogs = (waiting: ReadonlySet<DueDelivery>, due: readonly DueDelivery[], now: number) => {
    for (const delivery of due) {
      if (!waiting.has(delivery) || backlogs.has(delivery.lane)) continue;
      const backlog = {
        destination: readDestination(delivery),
        cursor: new DueCursor(delivery.dueAt.getTime()),
        checkAt: now + RECHECK_MS,
      };
      if (!backlogs.add(delivery.lane, backlog)) return delivery.dueAt.getTime();
    }
    return undefined;
  };

  return {
    async read(): Promise<DueReading> {
      const now = clock.now();
      const chosen = chooseBacklogs(now);
      const [first, ...others] = await Promise.all([readMain(now), ...chosen.map((turn) => readBacklog(turn, now))]);
      return {
        due: [first, ...others].flatMap(listDue),
        // The cursors advance only now, so that deliveries are read again after an error.
        done(skipped) {
          const waiting = new Set(skipped);
          advance(first);
          const stopAt = addBacklogs(waiting, listDue(first), now);
          if (stopAt !== undefined) first.cursor.returnTo(stopAt);
          let more = first.cursor.from <= now && stopAt === undefined;
          for (const [nth, reading] of others.entries()) {
            const { cursor } = reading;
            advance(reading);
            const again = findFirstDueAt(waiting, listDue(reading));
            if (again !== undefined) cursor.returnTo(again);
            // It has caught up with the main cursor.
            if (cursor.from >= first.cursor.from) backlogs.delete(chosen[nth]!.key);
            else more ||= again === undefined;
          }
          return more;
        },
      };
    },
  };
};

const listDue = ({ late, found }: Reading): readonly DueDelivery[] => (late.length === 0 ? found : [...late, ...found]);
