import { startStopwatch, type Clock } from '@porchlight/runtime';
import { Lane, LEAST_ROOM, type LaneLimits, type LaneObservation } from './lane';

export interface DispatcherOptions<J> {
  readonly clock: Clock;
  /** Attempts at a time, all lanes together. */
  readonly concurrency: number;
  readonly lanes: LaneLimits;
  /** Makes one attempt. Must not reject. */
  readonly attempt: (job: J) => Promise<LaneObservation | undefined>;
  /** The lane's circuit opened while the job waited in it. */
  readonly postpone: (job: J, until: number) => void;
  /** A lane that turned work away has room again. */
  readonly onRoom: () => void;
}

export type Dispatcher<J> = ReturnType<typeof createDispatcher<J>>;

/** All that waits in memory; beyond it deliveries wait in the database. */
const MOST_WAITING = 2_000;
/** Of these, such as were left for later: fresh ones always find room. */
const MOST_LATE_WAITING = 1_500;
/** A full memory, as a full lane, tells of room when it is half empty: taking work one by one costs most. */
const ROOM_AGAIN = MOST_LATE_WAITING / 2;
const MOST_LANES = 10_000;
/** An attempt of an unproven lane that takes longer gives its place back to the unproven and counts as slow. */
const PROVE_MS = 1_000;

/**
 * Attempts from memory: lanes take turns, each within its own concurrency and rate, all within the whole one; slow lanes
 * together have a quarter of it, unproven ones another. Bounded: a lane or the whole can be full, then work stays in the database.
 */
export const createDispatcher = <J>(options: DispatcherOptions<J>) => {
  const { clock, concurrency, attempt, postpone, onRoom } = options;
  const share = Math.max(1, Math.floor(concurrency / 4));
  const elapsed = startStopwatch();
  const lanes = new Map<string, Lane<J>>();
  /** Lanes that can start something, in turn. */
  const turns = new Set<Lane<J>>();
  let running = 0;
  const runningOf = { new: 0, slow: 0, quick: 0 };
  let paused: NodeJS.Timeout | undefined;
  let waiting = 0;
  let stopped = false;
  let turnedAway = false;
  const idle = new Set<() => void>();

  const laneOf = (origin: string): Lane<J> => {
    let lane = lanes.get(origin);
    if (!lane) {
      if (lanes.size >= MOST_LANES) dropIdleLanes();
      lanes.set(origin, (lane = new Lane<J>(origin, options.lanes)));
    }
    return lane;
  };

  const dropIdleLanes = (): void => {
    const now = clock.now();
    for (const [origin, lane] of lanes) if (lane.isIdle(now)) lanes.delete(origin);
  };

  const start = (lane: Lane<J>): void => {
    const job = lane.shift(elapsed());
    let { kind } = lane;
    waiting--;
    running++;
    lane.running++;
    runningOf[kind]++;
    const proving =
      kind === 'new'
        ? setTimeout(() => {
            runningOf[kind]--;
            runningOf[(kind = 'slow')]++;
            pump();
          }, PROVE_MS)
        : undefined;
    proving?.unref();
    void attempt(job).then((observation) => {
      clearTimeout(proving);
      running--;
      lane.running--;
      runningOf[kind]--;
      if (observation) lane.observe(observation, clock.now());
      flushResting(lane);
      if (lane.canStart) turns.add(lane);
      pump();
      tellRoom(lane);
      if (running === 0) for (const resolve of idle) resolve();
    });
  };

  /** With an open circuit nothing waits in memory. */
  const flushResting = (lane: Lane<J>): void => {
    const until = lane.restsUntil(clock.now());
    if (until === 0) return;
    for (const job of lane.empty()) {
      waiting--;
      postpone(job, until);
    }
    turns.delete(lane);
  };

  /** True: its kind has all its places, or its rate is used up. It keeps its turn. */
  const mustWait = (lane: Lane<J>): boolean => {
    const pauseMs = lane.pauseMs(elapsed());
    if (pauseMs > 0) {
      paused ??= setTimeout(() => {
        paused = undefined;
        pump();
      }, pauseMs);
      return true;
    }
    return lane.kind !== 'quick' && runningOf[lane.kind] >= share;
  };

  const pump = (): void => {
    if (stopped) return;
    const blocked: Lane<J>[] = [];
    // What is put back into the set comes up again at its end: lanes take turns until nothing can start.
    for (const lane of turns) {
      if (running >= concurrency) break;
      turns.delete(lane);
      if (!lane.canStart) continue;
      if (mustWait(lane)) {
        blocked.push(lane);
        continue;
      }
      start(lane);
      if (lane.canStart) turns.add(lane);
    }
    for (const lane of blocked) turns.add(lane);
  };

  const tellRoom = (lane: Lane<J>): void => {
    const whole = turnedAway && waiting <= ROOM_AGAIN;
    if (!whole && !(lane.turnedAway && lane.waiting <= lane.room(clock.now(), true))) return;
    lane.turnedAway = false;
    if (whole) turnedAway = false;
    onRoom();
  };

  return {
    /** Promises a place; false: full or resting, the work has to stay in the database. `late`: it was left there before. */
    reserve(origin: string, late = false): boolean {
      const lane = laneOf(origin);
      if (stopped || waiting >= (late ? MOST_LATE_WAITING : MOST_WAITING)) turnedAway = true;
      else if (lane.room(clock.now(), late) > 0) {
        lane.reserved++;
        waiting++;
        return true;
      } else lane.turnedAway = true;
      return false;
    },

    /** Gives a promised place back. */
    cancel(origin: string): void {
      laneOf(origin).reserved--;
      waiting--;
    },

    /** Takes the job for the place that was promised. */
    enqueue(origin: string, job: J, late = false): void {
      const lane = laneOf(origin);
      lane.reserved--;
      lane.push(job, late);
      flushResting(lane);
      if (lane.canStart) turns.add(lane);
      pump();
    },

    /** When the origin's circuit lets the next attempt through (ms); 0: now. */
    restsUntil: (origin: string): number => lanes.get(origin)?.restsUntil(clock.now()) ?? 0,

    /** How many that were left for later this lane takes now, which is none until it is half empty; `onRoom` tells when it takes some again. */
    roomOf(origin: string): number {
      const lane = lanes.get(origin);
      if (!lane) return LEAST_ROOM;
      const room = lane.room(clock.now(), true);
      if (room > 0 && lane.waiting <= room) return room;
      lane.turnedAway = true;
      return 0;
    },

    /** How many that were left for later may wait in memory, all lanes together; `onRoom` tells when there is room again. */
    room(): number {
      const room = stopped ? 0 : Math.max(0, MOST_LATE_WAITING - waiting);
      if (room === 0) turnedAway = true;
      return room;
    },

    /** In memory now: waiting and under way. */
    load: () => ({ waiting, running, lanes: lanes.size }),

    /** Starts nothing more, waits for what is under way until the deadline, and answers what was still waiting. */
    async stop(deadline: AbortSignal): Promise<J[]> {
      stopped = true;
      if (running > 0 && !deadline.aborted)
        await new Promise<void>((resolve) => {
          idle.add(resolve);
          deadline.addEventListener('abort', () => resolve(), { once: true });
        });
      clearTimeout(paused);
      return [...lanes.values()].flatMap((lane) => lane.empty());
    },
  };
};
