import type { Clock } from '@porchlight/runtime';
import { Lane, type LaneLimits, type LaneObservation } from './lane';

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
const MOST_LANES = 10_000;

/**
 * Attempts from memory: lanes take turns, each within its own concurrency, all within the whole one; slow lanes
 * together have a quarter of it. Bounded: a lane or the whole can be full, then work stays in the database.
 */
export const createDispatcher = <J>(options: DispatcherOptions<J>) => {
  const { clock, concurrency, attempt, postpone, onRoom } = options;
  const slowShare = Math.max(1, Math.floor(concurrency / 4));
  const lanes = new Map<string, Lane<J>>();
  /** Lanes that can start something, in turn. */
  const turns = new Set<Lane<J>>();
  let running = 0;
  let slowRunning = 0;
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
    const job = lane.queue.shift()!;
    const slow = lane.isSlow;
    waiting--;
    running++;
    lane.running++;
    if (slow) slowRunning++;
    void attempt(job).then((observation) => {
      running--;
      lane.running--;
      if (slow) slowRunning--;
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
    for (const job of lane.queue.splice(0)) {
      waiting--;
      postpone(job, until);
    }
    turns.delete(lane);
  };

  const pump = (): void => {
    if (stopped) return;
    const blocked: Lane<J>[] = [];
    // What is put back into the set comes up again at its end: lanes take turns until nothing can start.
    for (const lane of turns) {
      if (running >= concurrency) break;
      turns.delete(lane);
      if (!lane.canStart) continue;
      // A slow lane that finds the slow places taken keeps its turn for when one is given back.
      if (lane.isSlow && slowRunning >= slowShare) {
        blocked.push(lane);
        continue;
      }
      start(lane);
      if (lane.canStart) turns.add(lane);
    }
    for (const lane of blocked) turns.add(lane);
  };

  const tellRoom = (lane: Lane<J>): void => {
    if (!turnedAway && !lane.turnedAway) return;
    if (lane.queue.length > lane.room(clock.now())) return;
    lane.turnedAway = false;
    turnedAway = false;
    onRoom();
  };

  return {
    /** Promises a place; false: full or resting, the work has to stay in the database. */
    reserve(origin: string): boolean {
      const lane = laneOf(origin);
      if (stopped || waiting >= MOST_WAITING) turnedAway = true;
      else if (lane.room(clock.now()) > 0) {
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
    enqueue(origin: string, job: J): void {
      const lane = laneOf(origin);
      lane.reserved--;
      lane.queue.push(job);
      flushResting(lane);
      if (lane.canStart) turns.add(lane);
      pump();
    },

    /** When the origin's circuit lets the next attempt through (ms); 0: now. */
    restsUntil: (origin: string): number => lanes.get(origin)?.restsUntil(clock.now()) ?? 0,

    /** Lanes that take nothing now and are not resting. */
    fullLanes(): string[] {
      const now = clock.now();
      const full: string[] = [];
      for (const lane of lanes.values())
        if (lane.room(now) === 0 && lane.restsUntil(now) === 0) {
          lane.turnedAway = true;
          full.push(lane.origin);
        }
      return full;
    },

    /** How many more may wait in memory, all lanes together. */
    room: (): number => (stopped ? 0 : Math.max(0, MOST_WAITING - waiting)),

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
      return [...lanes.values()].flatMap((lane) => lane.queue.splice(0));
    },
  };
};
