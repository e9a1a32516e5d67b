import { LIMITS } from '@porchlight/limits';
import { startStopwatch, type Clock } from '@porchlight/runtime';
import { AttemptTurns } from './attempt-turns';
import { DestinationQueues } from './destination-queues';
import type { AttemptObservation, QueueLimits } from './origin-queue';

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

/** Deliveries in memory. A key is a destination: account and origin (destination.ts). */
export interface Dispatcher<J> {
  /**
   * Reserves a place; false if the queue is full or its circuit is open: the delivery stays in the database.
   * `lowPriority`: a retry or an old delivery.
   */
  reserve(key: string, lowPriority?: boolean): boolean;
  /** Releases a reserved place. */
  cancel(key: string): void;
  /** Enqueues the job at its reserved place. */
  enqueue(key: string, job: J, lowPriority?: boolean): void;
  /** Time at which the circuit of the destination allows the next attempt, ms; 0 if it is not open. */
  openUntil(key: string): number;
  /**
   * Number of low-priority deliveries that this destination accepts: none until it is half empty. If 0, `onRoom` is
   * called later.
   */
  getRoom(key: string): number;
  /** Number of low-priority deliveries that memory accepts. If 0, `onRoom` is called when there is room again. */
  room(): number;
  /** Waiting deliveries, running attempts, and the largest concurrency that a destination has reached. */
  load(): DispatcherLoad;
  /** Destinations in memory by kind; `resting`: their circuit is open. */
  destinations(): Readonly<Record<'new' | 'slow' | 'quick' | 'resting', number>>;
  /** Starts no further attempt, waits for running ones until the deadline, and returns the waiting deliveries. */
  stop(deadline: AbortSignal): Promise<J[]>;
}

/** What a dispatcher has in memory. */
export interface DispatcherLoad {
  /** Waiting deliveries and reserved places. */
  readonly waiting: number;
  /** Running attempts. */
  readonly running: number;
  /** Destinations. */
  readonly queues: number;
  readonly largestConcurrency: number;
}

/**
 * Schedules attempts of the deliveries in memory: round robin over accounts, and over the destinations of each account
 * (attempt-turns.ts). Each destination has its own concurrency and rate; no account and no kind of destination can take
 * all slots (fair-slots.ts) or all places in memory (destination-queues.ts). If a destination, an account or the memory
 * is full, deliveries stay in the database.
 */
export const createDispatcher = <J>(options: DispatcherOptions<J>): Dispatcher<J> => {
  const { probesPerSecond = LIMITS.deadDestinationProbes.value } = options;
  const elapsed = startStopwatch();
  const queues = new DestinationQueues<J>({ ...options, probesPerSecond, elapsed });
  const turns = new AttemptTurns<J>({ ...options, queues, elapsed });

  return {
    reserve: (key, lowPriority = false) => queues.reserve(key, lowPriority),
    cancel: (key) => queues.cancel(key),
    enqueue(key, job, lowPriority = false) {
      const queue = queues.get(key);
      queue.reserved--;
      queue.push(job, lowPriority);
      turns.resume(queue);
    },
    openUntil: (key) => queues.openUntil(key),
    getRoom: (key) => queues.getRoom(key),
    room: () => queues.room(),
    load: () => ({ ...queues.load(), running: turns.running }),
    destinations: () => queues.countByKind(),
    async stop(deadline) {
      queues.stop();
      await turns.stop(deadline);
      return queues.empty();
    },
  };
};
