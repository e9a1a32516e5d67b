import type { Clock } from '@porchlight/runtime';
import type { Dispatcher } from './dispatcher';
import type { Job } from './job';
import { readDestination } from './destination';
import { DueCursor } from './due-cursor';
import type { DeliveryStore, DueQuery } from './delivery-store';
import type { DueDelivery } from './delivery';
import { BacklogCursors, type BacklogCursor } from './backlog-cursors';

export interface DueReaderOptions {
  readonly deliveryStore: Pick<DeliveryStore, 'due'>;
  readonly dispatcher: Pick<Dispatcher<Job>, 'getRoom' | 'room'>;
  readonly clock: Clock;
}

/** What one reading found. */
export interface DueReading {
  readonly due: readonly DueDelivery[];
  /** Reports which of `due` were not taken; returns true if more can be read at once. */
  done(left: readonly DueDelivery[]): boolean;
}

/** Page size: the cost of a claim depends on it. */
const BATCH = 500;
const LANE_BATCH = 256;
const LANES_AT_ONCE = 8;
const MAX_WINDOWS = 40;
/** Destinations that are known to be behind; with more, those of the account that has most become one. */
const MAX_BEHIND = 1_000;
/** Retention: no pending delivery is older. */
const OLDEST_MS = 32 * 86_400_000;
/** What should have slipped through is found by then. */
const WALK_AGAIN_MS = 600_000;
/** A full or resting lane is looked at this often, for what reaches its end meanwhile. */
const CHECK_MS = 60_000;
/** An account with too many destinations behind is looked at this often. */
const ACCOUNT_CHECK_MS = 1_000;

/** A destination (or account) that is looked at, and how many deliveries it takes. */
interface LaneTurn {
  readonly key: string;
  readonly walk: BacklogCursor;
  readonly room: number;
}

/** What one walk came upon. */
interface Reading {
  readonly sweep: DueCursor;
  /** Behind the walk, and ahead of it. */
  readonly late: readonly DueDelivery[];
  readonly found: readonly DueDelivery[];
  readonly limit: number;
}

/**
 * Reads due deliveries without reading them twice: one cursor over all queues, which skips full queues, and one cursor
 * for each full queue, which is read while it has room. So a poll costs as much as can be taken, independent of the
 * backlog.
 */
export const createDueReader = ({ deliveryStore, dispatcher, clock }: DueReaderOptions) => {
  let whole: DueCursor | undefined;
  let walkAgainAt = 0;
  const behind = new BacklogCursors(MAX_BEHIND);

  /** Reads the next window of a walk, and now and then what came in late behind it. */
  const readOn = async (
    sweep: DueCursor,
    of: Omit<DueQuery, 'after' | 'before'>,
    limit: number,
    now: number,
  ): Promise<Reading> => {
    const behindIt = sweep.behind(now);
    const [late, found] = await Promise.all([
      behindIt ? deliveryStore.due({ ...behindIt, ...of }, limit) : [],
      deliveryStore.due({ ...sweep.ahead(now, limit), ...of }, limit),
    ]);
    return { sweep, late, found, limit };
  };

  const goOn = ({ sweep, late, found, limit }: Reading): void => {
    sweep.advance(found, limit);
    if (late.length >= limit) sweep.returnTo(late.at(-1)!.dueAt.getTime());
  };

  const readWhole = async (now: number): Promise<Reading> => {
    if (!whole || now >= walkAgainAt || now < walkAgainAt - 2 * WALK_AGAIN_MS) {
      whole = new DueCursor(now - OLDEST_MS);
      walkAgainAt = now + WALK_AGAIN_MS;
    }
    const limit = Math.min(BATCH, dispatcher.room());
    for (let windows = 1; ; windows++) {
      const reading = await readOn(
        whole,
        { exceptLanes: behind.exceptLanes, exceptAccounts: behind.exceptAccounts },
        limit,
        now,
      );
      if (dueOf(reading).length > 0 || windows === MAX_WINDOWS) return reading;
      goOn(reading);
      if (whole.from > now) return reading;
    }
  };

  const readLane = ({ key, room, walk }: LaneTurn, now: number): Promise<Reading> => {
    behind.postpone(key, now + CHECK_MS);
    return readOn(walk.sweep, walk.of, room === 0 ? LANE_BATCH : Math.min(LANE_BATCH, room), now);
  };

  /** An account takes what its destinations take, which is known only when its deliveries are read. */
  const roomOf = ({ destination }: BacklogCursor): number =>
    destination === undefined ? LANE_BATCH : dispatcher.getRoom(destination);

  /** What an account can take is known only when its deliveries are read: it is looked at by time alone. */
  const hasTurn = (walk: BacklogCursor, now: number): boolean =>
    walk.destination === undefined
      ? now >= walk.checkAt - CHECK_MS + ACCOUNT_CHECK_MS
      : now >= walk.checkAt || roomOf(walk) > 0;

  /** Destinations that have room, and those that were not looked at for long; accounts take turns. */
  const turns = (now: number): LaneTurn[] =>
    behind
      .inTurn(LANES_AT_ONCE, (_key, walk) => hasTurn(walk, now))
      .map(([key, walk]) => ({ key, walk, room: roomOf(walk) }));

  const firstOf = (left: ReadonlySet<DueDelivery>, due: readonly DueDelivery[]): number | undefined =>
    due.find((delivery) => left.has(delivery))?.dueAt.getTime();

  /**
   * Marks the queues of deliveries that were not taken as behind. Returns the time at which the cursor must wait if
   * there are too many.
   */
  const fallBehind = (left: ReadonlySet<DueDelivery>, due: readonly DueDelivery[], now: number): number | undefined => {
    for (const delivery of due) {
      if (!left.has(delivery) || behind.has(delivery.lane)) continue;
      const walk = {
        destination: readDestination(delivery),
        sweep: new DueCursor(delivery.dueAt.getTime()),
        checkAt: now + CHECK_MS,
      };
      if (!behind.add(delivery.lane, walk)) return delivery.dueAt.getTime();
    }
    return undefined;
  };

  return {
    async read(): Promise<DueReading> {
      const now = clock.now();
      const looked = turns(now);
      const [first, ...lanes] = await Promise.all([readWhole(now), ...looked.map((turn) => readLane(turn, now))]);
      return {
        due: [first, ...lanes].flatMap(dueOf),
        // Only now do the walks go on: what could not be taken for an error is read again.
        done(leftOnes) {
          const left = new Set(leftOnes);
          goOn(first);
          const waitsAt = fallBehind(left, dueOf(first), now);
          if (waitsAt !== undefined) first.sweep.returnTo(waitsAt);
          let more = first.sweep.from <= now && waitsAt === undefined;
          for (const [nth, reading] of lanes.entries()) {
            const { sweep } = reading;
            goOn(reading);
            const again = firstOf(left, dueOf(reading));
            if (again !== undefined) sweep.returnTo(again);
            // It has caught up with the walk over all.
            if (sweep.from >= first.sweep.from) behind.delete(looked[nth]!.key);
            else more ||= again === undefined;
          }
          return more;
        },
      };
    },
  };
};

const dueOf = ({ late, found }: Reading): readonly DueDelivery[] => (late.length === 0 ? found : [...late, ...found]);
