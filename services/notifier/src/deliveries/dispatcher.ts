import { LIMITS } from '@porchlight/limits';
import { startStopwatch, type Clock } from '@porchlight/runtime';
import { AccountQueue } from './account-queue';
import { parseAccountId } from './destination';
import { FairSlots, fitsFairly, type SlotHolder } from './fair-slots';
import { OriginQueue, MIN_ROOM, type QueueLimits, type AttemptObservation } from './origin-queue';

export interface DispatcherOptions<J> {
  readonly clock: Clock;
  /** Attempts at a time, all destinations together. */
  readonly concurrency: number;
  readonly queueLimits: QueueLimits;
  /** Probes per second to all dead destinations of one account; default 20. */
  readonly probesPerSecond?: number;
  /** Makes one attempt. Must not reject. */
  readonly attempt: (job: J) => Promise<AttemptObservation | undefined>;
  /** Returns a waiting job to the database because the circuit of its destination opened. */
  readonly postpone: (job: J, until: number) => void;
  /** Called when a queue that rejected work has room again. */
  readonly onRoom: () => void;
}

export type Dispatcher<J> = ReturnType<typeof createDispatcher<J>>;

/** Waiting deliveries in memory; the others wait in the database. */
const MAX_WAITING = 2_000;
/** Part of them with low priority, so that new deliveries always find room. */
const MAX_LOW_PRIORITY_WAITING = 1_500;
/** After rejecting work, room is reported again at this level: refilling one by one would cost most. */
const LOW_WATER = MAX_LOW_PRIORITY_WAITING / 2;
const MAX_QUEUES = 10_000;
/** An attempt to a new destination that takes longer counts as slow and returns its slot for new destinations. */
const SLOW_AFTER_MS = 1_000;

/**
 * Schedules attempts of the deliveries in memory: round robin over accounts, and over the destinations of each account.
 * Each destination has its own concurrency and rate; no account and no kind of destination can take all slots or all
 * places in memory (fair-slots.ts). If a destination, an account or the memory is full, deliveries stay in the
 * database.
 */
export const createDispatcher = <J>(options: DispatcherOptions<J>) => {
  const { clock, attempt, postpone, onRoom, probesPerSecond = LIMITS.deadDestinationProbes.value } = options;
  const elapsed = startStopwatch();
  const slots = new FairSlots(options.concurrency);
  const queues = new Map<string, OriginQueue<J>>();
  const accounts = new Map<number, AccountQueue<J>>();
  /** Accounts that can start an attempt, in round-robin order. */
  const readyAccounts = new Set<AccountQueue<J>>();
  let pauseTimer: NodeJS.Timeout | undefined;
  let waiting = 0;
  let stopped = false;
  let rejected = false;
  const idle = new Set<() => void>();

  const getQueue = (key: string): OriginQueue<J> => {
    let queue = queues.get(key);
    if (!queue) {
      if (queues.size >= MAX_QUEUES) dropIdleQueues();
      queues.set(key, (queue = new OriginQueue<J>(key, options.queueLimits)));
    }
    return queue;
  };

  const getAccount = (key: string): AccountQueue<J> => {
    const id = parseAccountId(key);
    let account = accounts.get(id);
    if (!account) accounts.set(id, (account = new AccountQueue<J>()));
    return account;
  };

  /** Counts waiting and reserved places in memory. */
  const countWaiting = (key: string, count: number): void => {
    waiting += count;
    getAccount(key).waiting += count;
  };

  const dropIdleQueues = (): void => {
    const now = clock.now();
    for (const [key, queue] of queues) if (queue.isIdle(now)) queues.delete(key);
    for (const [id, account] of accounts) if (account.idle) accounts.delete(id);
  };

  const start = (account: AccountQueue<J>, queue: OriginQueue<J>): void => {
    const job = queue.shift(elapsed());
    const { epoch } = queue;
    const holder: SlotHolder = { use: account.use, kind: queue.kind };
    countWaiting(queue.origin, -1);
    queue.running++;
    queue.holders.add(holder);
    slots.take(holder);
    const slowTimer =
      holder.kind === 'new'
        ? setTimeout(() => {
            slots.becomeSlow(holder);
            pump();
          }, SLOW_AFTER_MS)
        : undefined;
    slowTimer?.unref();
    void attempt(job).then((observation) => {
      clearTimeout(slowTimer);
      queue.running--;
      queue.holders.delete(holder);
      slots.release(holder);
      if (observation) queue.observe(observation, clock.now(), epoch);
      // Attempts that were started while the destination was quick count as slow from now on.
      if (queue.kind === 'slow') for (const other of queue.holders) slots.becomeSlow(other);
      postponeWaiting(queue);
      markReady(queue);
      pump();
      notifyRoom(queue);
      if (slots.all.running === 0) for (const resolve of idle) resolve();
    });
  };

  /** Adds the destination and its account to the round robin if an attempt can start. */
  const markReady = (queue: OriginQueue<J>): void => {
    const account = getAccount(queue.origin);
    account.add(queue);
    if (account.ready) readyAccounts.add(account);
  };

  /** Returns waiting deliveries to the database if the circuit is open. */
  const postponeWaiting = (queue: OriginQueue<J>): void => {
    const until = queue.openUntil(clock.now());
    if (until === 0) return;
    for (const job of queue.empty()) {
      countWaiting(queue.origin, -1);
      postpone(job, until);
    }
    getAccount(queue.origin).remove(queue);
  };

  /** Whether the rate limit of the destination is reached; if so, a timer resumes when the next attempt is allowed. */
  const isPaused = (queue: OriginQueue<J>): boolean => {
    const pauseMs = queue.pauseMs(elapsed());
    if (pauseMs <= 0) return false;
    pauseTimer ??= setTimeout(() => {
      pauseTimer = undefined;
      pump();
    }, pauseMs);
    return true;
  };

  const pump = (): void => {
    if (stopped) return;
    const blocked: AccountQueue<J>[] = [];
    // A re-added account is last in the order of the set.
    for (const account of readyAccounts) {
      if (slots.full) break;
      readyAccounts.delete(account);
      const queue = account.next(slots, isPaused);
      if (!queue) {
        if (account.ready) blocked.push(account);
        continue;
      }
      start(account, queue);
      account.add(queue);
      if (account.ready) readyAccounts.add(account);
    }
    for (const account of blocked) readyAccounts.add(account);
  };

  /** Whether the destination may start an attempt: if it is dead, its account must have a probe left. */
  const mayProbe = (queue: OriginQueue<J>): boolean => !queue.isProbing || getAccount(queue.origin).mayProbe(elapsed());

  /** Whether memory has a place. Work for a quick destination waits at most 2 s, so it is not bound to a fair share. */
  const hasPlace = (queue: OriginQueue<J>, lowPriority: boolean): boolean => {
    const most = lowPriority ? MAX_LOW_PRIORITY_WAITING : MAX_WAITING;
    if (lowPriority && queue.kind === 'quick') return waiting < most;
    return fitsFairly(most, waiting, getAccount(queue.origin).waiting);
  };

  const notifyRoom = (queue: OriginQueue<J>): void => {
    const whole = rejected && waiting <= LOW_WATER;
    if (!whole && !(queue.rejected && queue.waiting <= queue.room(clock.now(), true))) return;
    queue.rejected = false;
    if (whole) rejected = false;
    onRoom();
  };

  return {
    /**
     * Reserves a place; false if the queue is full or its circuit is open: the delivery stays in the database.
     * `lowPriority`: a retry or an old delivery.
     */
    reserve(key: string, lowPriority = false): boolean {
      const queue = getQueue(key);
      if (stopped || !hasPlace(queue, lowPriority)) rejected = true;
      else if (queue.room(clock.now(), lowPriority) > 0 && mayProbe(queue)) {
        if (queue.isProbing) getAccount(key).countProbe(elapsed(), probesPerSecond);
        queue.reserved++;
        countWaiting(key, 1);
        return true;
      } else queue.rejected = true;
      return false;
    },

    /** Releases a reserved place. */
    cancel(key: string): void {
      getQueue(key).reserved--;
      countWaiting(key, -1);
    },

    /** Enqueues the job at its reserved place. */
    enqueue(key: string, job: J, lowPriority = false): void {
      const queue = getQueue(key);
      queue.reserved--;
      queue.push(job, lowPriority);
      postponeWaiting(queue);
      markReady(queue);
      pump();
    },

    /** Time at which the circuit of the destination allows the next attempt, ms; 0 if it is not open. */
    openUntil: (key: string): number => queues.get(key)?.openUntil(clock.now()) ?? 0,

    /**
     * Number of low-priority deliveries that this destination accepts: none until it is half empty. If 0, `onRoom` is
     * called later.
     */
    getRoom(key: string): number {
      const queue = queues.get(key);
      if (!queue) return MIN_ROOM;
      const room = queue.room(clock.now(), true);
      if (room > 0 && queue.waiting <= room && mayProbe(queue)) return room;
      queue.rejected = true;
      return 0;
    },

    /** Number of low-priority deliveries that memory accepts. If 0, `onRoom` is called when there is room again. */
    room(): number {
      const room = stopped ? 0 : Math.max(0, MAX_LOW_PRIORITY_WAITING - waiting);
      if (room === 0) rejected = true;
      return room;
    },

    /** Waiting deliveries, running attempts, and the largest concurrency that a destination has reached. */
    load() {
      let largestConcurrency = 0;
      for (const { concurrency } of queues.values()) largestConcurrency = Math.max(largestConcurrency, concurrency);
      return { waiting, running: slots.all.running, queues: queues.size, largestConcurrency };
    },

    /** Destinations in memory by kind; `resting`: their circuit is open. */
    destinations(): Readonly<Record<'new' | 'slow' | 'quick' | 'resting', number>> {
      const counts = { new: 0, slow: 0, quick: 0, resting: 0 };
      const now = clock.now();
      for (const queue of queues.values()) counts[queue.openUntil(now) > 0 ? 'resting' : queue.kind]++;
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
      clearTimeout(pauseTimer);
      return [...queues.values()].flatMap((queue) => queue.empty());
    },
  };
};
