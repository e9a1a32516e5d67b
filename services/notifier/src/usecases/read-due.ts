import type { Clock } from '@porchlight/runtime';
import type { Dispatcher } from '../delivery/dispatcher';
import type { Job } from '../delivery/job';
import { Sweep } from '../delivery/sweep';
import type { DeliveryBook, DueDelivery } from '../ports';

export interface DueReaderOptions {
  readonly book: Pick<DeliveryBook, 'due'>;
  readonly dispatcher: Pick<Dispatcher<Job>, 'roomOf' | 'room'>;
  readonly clock: Clock;
}

/** What one reading found. */
export interface DueReading {
  readonly due: readonly DueDelivery[];
  /** To be told which of `due` stay where they are; answers whether there is more to read at once. */
  done(left: readonly DueDelivery[]): boolean;
}

/** Read at a time: a claim costs by what is taken. */
const BATCH = 500;
const LANE_BATCH = 256;
const LANES_AT_ONCE = 8;
const MOST_WINDOWS = 40;
/** Lanes that are known to be behind; with more, the walk waits at the first delivery of the next. */
const MOST_BEHIND = 1_000;
/** What is due comes in out of order by as much: slow writes, clocks of replicas. It is read again at each look. */
const EDGE_MS = 10_000;
/** Nothing pending is older: records are gone then. */
const OLDEST_MS = 32 * 86_400_000;
/** What should have slipped through is found by then. */
const WALK_AGAIN_MS = 600_000;
/** A full or resting lane is looked at this often, for what reaches its end meanwhile. */
const CHECK_MS = 60_000;

interface Behind {
  readonly sweep: Sweep;
  readonly checkAt: number;
}

/** A lane that is looked at, and how many it takes. */
interface LaneTurn {
  readonly lane: string;
  readonly sweep: Sweep;
  readonly room: number;
}

interface LaneReading {
  readonly lane: string;
  readonly sweep: Sweep;
  readonly limit: number;
  readonly due: readonly DueDelivery[];
}

/**
 * Reads what is due without reading it twice: one walk over all, which notes lanes that have no room and passes over them
 * from then on, and one walk for each of these, made while it has room. So a look costs by what can be taken, not by what waits.
 */
export const createDueReader = ({ book, dispatcher, clock }: DueReaderOptions) => {
  let whole: Sweep | undefined;
  let walkAgainAt = 0;
  /** By lane, the one that was looked at longest ago first. */
  const behind = new Map<string, Behind>();

  const readWhole = async (now: number): Promise<{ due: DueDelivery[]; limit: number; edge: boolean }> => {
    if (!whole || now >= walkAgainAt || now < walkAgainAt - 2 * WALK_AGAIN_MS) {
      whole = new Sweep(now - OLDEST_MS);
      walkAgainAt = now + WALK_AGAIN_MS;
    }
    whole.from = Math.min(whole.from, now - EDGE_MS);
    const limit = Math.min(BATCH, dispatcher.room());
    for (let windows = 1; ; windows++) {
      const due = await book.due({ ...whole.window(now), exceptLanes: [...behind.keys()] }, limit);
      if (due.length > 0 || windows === MOST_WINDOWS) return { due, limit, edge: false };
      whole.advance(0, limit, {});
      if (whole.from > now) return { due, limit, edge: true };
    }
  };

  const readLane = async ({ lane, room, sweep }: LaneTurn, now: number): Promise<LaneReading> => {
    behind.delete(lane);
    behind.set(lane, { sweep, checkAt: now + CHECK_MS });
    sweep.from = Math.min(sweep.from, now - EDGE_MS);
    const limit = room === 0 ? LANE_BATCH : Math.min(LANE_BATCH, room);
    return { lane, sweep, limit, due: await book.due({ ...sweep.window(now), lane }, limit) };
  };

  /** Lanes that have room, and those that were not looked at for long. */
  const turns = (now: number): LaneTurn[] =>
    [...behind]
      .map(([lane, { sweep, checkAt }]) => ({ lane, sweep, room: dispatcher.roomOf(lane), late: now >= checkAt }))
      .filter(({ room, late }) => room > 0 || late)
      .slice(0, LANES_AT_ONCE);

  const firstOf = (left: ReadonlySet<DueDelivery>, due: readonly DueDelivery[]): number | undefined =>
    due.find((delivery) => left.has(delivery))?.dueAt.getTime();

  /** Lanes of what was left are behind from now on. Answers where the walk has to wait, when these are too many. */
  const fallBehind = (left: ReadonlySet<DueDelivery>, due: readonly DueDelivery[], now: number): number | undefined => {
    for (const delivery of due) {
      if (!left.has(delivery) || behind.has(delivery.lane)) continue;
      if (behind.size >= MOST_BEHIND) return delivery.dueAt.getTime();
      behind.set(delivery.lane, { sweep: new Sweep(delivery.dueAt.getTime()), checkAt: now + CHECK_MS });
    }
    return undefined;
  };

  return {
    async read(): Promise<DueReading> {
      const now = clock.now();
      const [first, ...lanes] = await Promise.all([readWhole(now), ...turns(now).map((turn) => readLane(turn, now))]);
      return {
        due: [...first.due, ...lanes.flatMap(({ due }) => due)],
        done(leftOnes) {
          const left = new Set(leftOnes);
          const { due, limit } = first;
          const waitsAt = fallBehind(left, due, now);
          if (due.length > 0) whole!.advance(due.length, limit, { last: due.at(-1)!.dueAt.getTime(), left: waitsAt });
          let more = !first.edge && waitsAt === undefined;
          for (const { lane, sweep, limit: most, due: found } of lanes) {
            const first = firstOf(left, found);
            sweep.advance(found.length, most, { last: found.at(-1)?.dueAt.getTime(), left: first });
            // It has caught up with the walk over all.
            if (sweep.from >= whole!.from) behind.delete(lane);
            else more ||= first === undefined;
          }
          return more;
        },
      };
    },
  };
};
