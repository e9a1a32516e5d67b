import { LIMITS } from '@porchlight/limits';
import { startStopwatch, type Clock } from '@porchlight/runtime';
import { AccountQueue } from './account-queue';
import { accountOfDestination } from './destination';
import { FairSlots, fitsFairly, type SlotHolder } from './fair-slots';
import { Lane, MIN_ROOM, type LaneLimits, type LaneObservation } from './origin-queue';

export interface DispatcherOptions<J> {
  readonly clock: Clock;
  /** Attempts at a time, all destinations together. */
  readonly concurrency: number;
  readonly lanes: LaneLimits;
  /** Probes per second to all dead destinations of one account; default 20. */
  readonly probesPerSecond?: number;
  /** Makes one attempt. Must not reject. */
  readonly attempt: (job: J) => Promise<LaneObservation | undefined>;
  /** The lane's circuit opened while the job waited in it. */
  readonly postpone: (job: J, until: number) => void;
  /** A lane that turned work away has room again. */
  readonly onRoom: () => void;
}

export type Dispatcher<J> = ReturnType<typeof createDispatcher<J>>;

/** All that waits in memory; beyond it deliveries wait in the database. */
const MAX_WAITING = 2_000;
/** Of these, such as were left for later: fresh ones always find room. */
const MAX_LATE_WAITING = 1_500;
/** A full memory, as a full lane, tells of room when it is half empty: taking work one by one costs most. */
const ROOM_AGAIN = MAX_LATE_WAITING / 2;
const MAX_LANES = 10_000;
/** An attempt of an unproven lane that takes longer gives its place back to the unproven and counts as slow. */
const PROVE_MS = 1_000;

/**
 * Attempts from memory. Accounts take turns, within each account its destinations take turns (destination.ts). Each
 * destination has its own concurrency and rate, and no account and no kind of destination can take all slots or all
 * places in memory (fair-slots.ts). Bounded: if a destination, an account or the whole is full, work stays in the
 * database.
 */
export const createDispatcher = <J>(options: DispatcherOptions<J>) => {
  const { clock, attempt, postpone, onRoom, probesPerSecond = LIMITS.deadDestinationProbes.value } = options;
  const elapsed = startStopwatch();
  const slots = new FairSlots(options.concurrency);
  const lanes = new Map<string, Lane<J>>();
  const accounts = new Map<number, AccountQueue<J>>();
  /** Accounts that can start something, in the order of their turns. */
  const turns = new Set<AccountQueue<J>>();
  let paused: NodeJS.Timeout | undefined;
  let waiting = 0;
  let stopped = false;
  let turnedAway = false;
  const idle = new Set<() => void>();

  const laneOf = (key: string): Lane<J> => {
    let lane = lanes.get(key);
    if (!lane) {
      if (lanes.size >= MAX_LANES) dropIdleLanes();
      lanes.set(key, (lane = new Lane<J>(key, options.lanes)));
    }
    return lane;
  };

  const accountOf = (key: string): AccountQueue<J> => {
    const id = accountOfDestination(key);
    let account = accounts.get(id);
    if (!account) accounts.set(id, (account = new AccountQueue<J>()));
    return account;
  };

  /** Counts places in memory, waiting or reserved. */
  const countWaiting = (key: string, count: number): void => {
    waiting += count;
    accountOf(key).waiting += count;
  };

  const dropIdleLanes = (): void => {
    const now = clock.now();
    for (const [key, lane] of lanes) if (lane.isIdle(now)) lanes.delete(key);
    for (const [id, account] of accounts) if (account.idle) accounts.delete(id);
  };

  const start = (account: AccountQueue<J>, lane: Lane<J>): void => {
    const job = lane.shift(elapsed());
    const { epoch } = lane;
    const holder: SlotHolder = { use: account.use, kind: lane.kind };
    countWaiting(lane.origin, -1);
    lane.running++;
    lane.holders.add(holder);
    slots.take(holder);
    const proving =
      holder.kind === 'new'
        ? setTimeout(() => {
            slots.becomeSlow(holder);
            pump();
          }, PROVE_MS)
        : undefined;
    proving?.unref();
    void attempt(job).then((observation) => {
      clearTimeout(proving);
      lane.running--;
      lane.holders.delete(holder);
      slots.release(holder);
      if (observation) lane.observe(observation, clock.now(), epoch);
      // Attempts that were started while the destination was quick count as slow from now on.
      if (lane.kind === 'slow') for (const other of lane.holders) slots.becomeSlow(other);
      flushResting(lane);
      queue(lane);
      pump();
      tellRoom(lane);
      if (slots.all.running === 0) for (const resolve of idle) resolve();
    });
  };

  /** Gives the destination and its account their turns if there is something to start. */
  const queue = (lane: Lane<J>): void => {
    const account = accountOf(lane.origin);
    account.add(lane);
    if (account.ready) turns.add(account);
  };

  /** With an open circuit nothing waits in memory. */
  const flushResting = (lane: Lane<J>): void => {
    const until = lane.restsUntil(clock.now());
    if (until === 0) return;
    for (const job of lane.empty()) {
      countWaiting(lane.origin, -1);
      postpone(job, until);
    }
    accountOf(lane.origin).remove(lane);
  };

  /** The rate of the destination is used up; attempts go on by themselves when it allows the next one. */
  const isPaused = (lane: Lane<J>): boolean => {
    const pauseMs = lane.pauseMs(elapsed());
    if (pauseMs <= 0) return false;
    paused ??= setTimeout(() => {
      paused = undefined;
      pump();
    }, pauseMs);
    return true;
  };

  const pump = (): void => {
    if (stopped) return;
    const blocked: AccountQueue<J>[] = [];
    // Set order: a re-added account is last, so accounts take turns until nothing can start.
    for (const account of turns) {
      if (slots.full) break;
      turns.delete(account);
      const lane = account.next(slots, isPaused);
      if (!lane) {
        if (account.ready) blocked.push(account);
        continue;
      }
      start(account, lane);
      account.add(lane);
      if (account.ready) turns.add(account);
    }
    for (const account of blocked) turns.add(account);
  };

  /** Whether the destination takes work now: a dead one only as many probes as its account may send. */
  const mayProbe = (lane: Lane<J>): boolean => !lane.isProbing || accountOf(lane.origin).mayProbe(elapsed());

  /** Whether memory has a place. Work for a quick destination leaves within 2 s: it needs no share while it waits. */
  const hasPlace = (lane: Lane<J>, late: boolean): boolean => {
    const most = late ? MAX_LATE_WAITING : MAX_WAITING;
    if (late && lane.kind === 'quick') return waiting < most;
    return fitsFairly(most, waiting, accountOf(lane.origin).waiting);
  };

  const tellRoom = (lane: Lane<J>): void => {
    const whole = turnedAway && waiting <= ROOM_AGAIN;
    if (!whole && !(lane.turnedAway && lane.waiting <= lane.room(clock.now(), true))) return;
    lane.turnedAway = false;
    if (whole) turnedAway = false;
    onRoom();
  };

  return {
    /**
     * Reserves a place; false: full or resting, the work has to stay in the database. `late`: it was left there before.
     */
    reserve(key: string, late = false): boolean {
      const lane = laneOf(key);
      if (stopped || !hasPlace(lane, late)) turnedAway = true;
      else if (lane.room(clock.now(), late) > 0 && mayProbe(lane)) {
        if (lane.isProbing) accountOf(key).countProbe(elapsed(), probesPerSecond);
        lane.reserved++;
        countWaiting(key, 1);
        return true;
      } else lane.turnedAway = true;
      return false;
    },

    /** Gives a reserved place back. */
    cancel(key: string): void {
      laneOf(key).reserved--;
      countWaiting(key, -1);
    },

    /** Takes the job for the place that was reserved. */
    enqueue(key: string, job: J, late = false): void {
      const lane = laneOf(key);
      lane.reserved--;
      lane.push(job, late);
      flushResting(lane);
      queue(lane);
      pump();
    },

    /** When the circuit of the destination lets the next attempt through (ms); 0: now. */
    restsUntil: (key: string): number => lanes.get(key)?.restsUntil(clock.now()) ?? 0,

    /**
     * How many deliveries that were left for later this destination takes now: none until it is half empty; `onRoom`
     * is called when it takes some again.
     */
    roomOf(key: string): number {
      const lane = lanes.get(key);
      if (!lane) return MIN_ROOM;
      const room = lane.room(clock.now(), true);
      if (room > 0 && lane.waiting <= room && mayProbe(lane)) return room;
      lane.turnedAway = true;
      return 0;
    },

    /**
     * How many that were left for later may wait in memory, all destinations together; `onRoom` is called when there is
     * room again.
     */
    room(): number {
      const room = stopped ? 0 : Math.max(0, MAX_LATE_WAITING - waiting);
      if (room === 0) turnedAway = true;
      return room;
    },

    /** In memory now: waiting and under way, and the largest concurrency that a destination has reached. */
    load() {
      let largestConcurrency = 0;
      for (const { concurrency } of lanes.values()) largestConcurrency = Math.max(largestConcurrency, concurrency);
      return { waiting, running: slots.all.running, lanes: lanes.size, largestConcurrency };
    },

    /** Destinations in memory by kind; `resting`: their circuit is open. */
    destinations(): Readonly<Record<'new' | 'slow' | 'quick' | 'resting', number>> {
      const counts = { new: 0, slow: 0, quick: 0, resting: 0 };
      const now = clock.now();
      for (const lane of lanes.values()) counts[lane.restsUntil(now) > 0 ? 'resting' : lane.kind]++;
      return counts;
    },

    /** Starts no further attempt, waits for running ones until the deadline, and returns the waiting deliveries. */
    async stop(deadline: AbortSignal): Promise<J[]> {
      stopped = true;
      if (slots.all.running > 0 && !deadline.aborted)
        await new Promise<void>((resolve) => {
          idle.add(resolve);
          deadline.addEventListener('abort', () => resolve(), { once: true });
        });
      clearTimeout(paused);
      return [...lanes.values()].flatMap((lane) => lane.empty());
    },
  };
};
