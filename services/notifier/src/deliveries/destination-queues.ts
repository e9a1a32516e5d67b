import type { Clock } from '@porchlight/runtime';
import { AccountQueue } from './account-queue';
import { parseAccountId } from './destination';
import { fitsFairly } from './fair-slots';
import { MIN_ROOM, OriginQueue, type QueueLimits } from './origin-queue';

export interface DestinationQueuesOptions {
  readonly queueLimits: QueueLimits;
  /** Probes per second to all dead destinations of one account. */
  readonly probesPerSecond: number;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
}

/** Waiting deliveries in memory; the others wait in the database. */
const MAX_WAITING = 2_000;
/** Part of them with low priority, so that new deliveries always find room. */
const MAX_LOW_PRIORITY_WAITING = 1_500;
/** After rejecting work, room is reported again at this level: refilling one by one would cost most. */
const LOW_WATER = MAX_LOW_PRIORITY_WAITING / 2;
const MAX_QUEUES = 10_000;

/** The places in memory: waiting deliveries by destination and account, and who may have another place. */
export class DestinationQueues<J> {
  readonly #options: DestinationQueuesOptions;
  readonly #queues = new Map<string, OriginQueue<J>>();
  readonly #accounts = new Map<number, AccountQueue<J>>();
  #waiting = 0;
  /** Work was rejected because the memory was full. */
  #rejected = false;
  #stopped = false;

  constructor(options: DestinationQueuesOptions) {
    this.#options = options;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** The queue of the destination, new if it has none. */
  get(key: string): OriginQueue<J> {
    let queue = this.#queues.get(key);
    if (!queue) {
      if (this.#queues.size >= MAX_QUEUES) this.#dropIdle();
      this.#queues.set(key, (queue = new OriginQueue<J>(key, this.#options.queueLimits)));
    }
    return queue;
  }

  /** The account of the destination. */
  getAccount(key: string): AccountQueue<J> {
    const id = parseAccountId(key);
    let account = this.#accounts.get(id);
    if (!account) this.#accounts.set(id, (account = new AccountQueue<J>()));
    return account;
  }

  /** Counts waiting and reserved places in memory. */
  countWaiting(key: string, count: number): void {
    this.#waiting += count;
    this.getAccount(key).waiting += count;
  }

  /** Reserves a place; false if memory, the account or the queue is full, or the circuit of the destination is open. */
  reserve(key: string, lowPriority: boolean): boolean {
    const { clock, elapsed, probesPerSecond } = this.#options;
    const queue = this.get(key);
    if (this.#stopped || !this.#hasPlace(queue, lowPriority)) this.#rejected = true;
    else if (queue.room(clock.now(), lowPriority) > 0 && this.#mayProbe(queue)) {
      if (queue.isProbing) this.getAccount(key).countProbe(elapsed(), probesPerSecond);
      queue.reserved++;
      this.countWaiting(key, 1);
      return true;
    } else queue.rejected = true;
    return false;
  }

  /** Releases a reserved place. */
  cancel(key: string): void {
    this.get(key).reserved--;
    this.countWaiting(key, -1);
  }

  /** Time at which the circuit of the destination allows the next attempt, ms; 0 if it is not open. */
  openUntil(key: string): number {
    return this.#queues.get(key)?.openUntil(this.#options.clock.now()) ?? 0;
  }

  /** Number of low-priority deliveries that this destination accepts. */
  getRoom(key: string): number {
    const queue = this.#queues.get(key);
    if (!queue) return MIN_ROOM;
    const room = queue.room(this.#options.clock.now(), true);
    if (room > 0 && queue.waiting <= room && this.#mayProbe(queue)) return room;
    queue.rejected = true;
    return 0;
  }

  /** Number of low-priority deliveries that memory accepts. */
  room(): number {
    const room = this.#stopped ? 0 : Math.max(0, MAX_LOW_PRIORITY_WAITING - this.#waiting);
    if (room === 0) this.#rejected = true;
    return room;
  }

  /** Whether this queue or the memory rejected work and has room again now. Answers once for each rejection. */
  hasRoomAgain(queue: OriginQueue<J>): boolean {
    const whole = this.#rejected && this.#waiting <= LOW_WATER;
    if (!whole && !(queue.rejected && queue.waiting <= queue.room(this.#options.clock.now(), true))) return false;
    queue.rejected = false;
    if (whole) this.#rejected = false;
    return true;
  }

  /** Waiting deliveries, and the largest concurrency that a destination has reached. */
  load(): { readonly waiting: number; readonly queues: number; readonly largestConcurrency: number } {
    let largestConcurrency = 0;
    for (const { concurrency } of this.#queues.values()) largestConcurrency = Math.max(largestConcurrency, concurrency);
    return { waiting: this.#waiting, queues: this.#queues.size, largestConcurrency };
  }

  /** Destinations by kind; `resting`: their circuit is open. */
  countByKind(): Record<'new' | 'slow' | 'quick' | 'resting', number> {
    const counts = { new: 0, slow: 0, quick: 0, resting: 0 };
    const now = this.#options.clock.now();
    for (const queue of this.#queues.values()) counts[queue.openUntil(now) > 0 ? 'resting' : queue.kind]++;
    return counts;
  }

  /** Accepts nothing from now on. */
  stop(): void {
    this.#stopped = true;
  }

  /** Removes and returns all waiting deliveries. */
  empty(): J[] {
    return [...this.#queues.values()].flatMap((queue) => queue.empty());
  }

  /** Whether memory has a place. Work for a quick destination waits at most 2 s, so it is not bound to a fair share. */
  #hasPlace(queue: OriginQueue<J>, lowPriority: boolean): boolean {
    const most = lowPriority ? MAX_LOW_PRIORITY_WAITING : MAX_WAITING;
    if (lowPriority && queue.kind === 'quick') return this.#waiting < most;
    return fitsFairly(most, this.#waiting, this.getAccount(queue.origin).waiting);
  }

  /** Whether the destination may start an attempt: if it is dead, its account must have a probe left. */
  #mayProbe(queue: OriginQueue<J>): boolean {
    return !queue.isProbing || this.getAccount(queue.origin).mayProbe(this.#options.elapsed());
  }

  #dropIdle(): void {
    const now = this.#options.clock.now();
    for (const [key, queue] of this.#queues) if (queue.isIdle(now)) this.#queues.delete(key);
    for (const [id, account] of this.#accounts) if (account.idle) this.#accounts.delete(id);
  }
}
