import { AdaptiveConcurrency } from './adaptive-concurrency';
import type { DestinationKind, SlotHolder } from './fair-slots';

/** What an attempt shows about its destination. */
export interface AttemptObservation {
  /** The receiver responded, with any status. */
  readonly answered: boolean;
  /** The status was 429 or 5xx: concurrency is reduced. */
  readonly overloaded?: boolean;
  /** The attempt timed out while this process was stalled: concurrency stays, but five in a row open the circuit. */
  readonly stalled?: boolean;
  /** Duration of the attempt without stalls of this process, ms. */
  readonly ms: number;
}

export interface QueueLimits {
  /** Maximum concurrency. */
  readonly concurrency: number;
  /** Minimum concurrency, also of a failing destination; default 1. */
  readonly minConcurrency?: number;
  /** Rate limit: attempts per second. */
  readonly perSecond: number;
  /** Longest time that the circuit stays open, ms. */
  readonly maxRestMs: number;
}

/** Concurrency of a destination without history. */
const FIRST_CONCURRENCY = 2;
/** Concurrency that any destination may reach: 400 attempts per second at 20 ms each. */
const ALWAYS_USEFUL = 8;
/** A slower destination may exceed it until it reaches this rate, attempts per second. */
const USEFUL_PER_SECOND = 32;
/** A response or failure that takes at least this long makes a destination slow. */
const SLOW_MS = 1_000;
/** Attempts without a response in a row that open the circuit, however quickly they fail. */
const OPEN_AFTER = 5;
const FIRST_OPEN_MS = 1_000;
/** A queue accepts about as many deliveries as it can send in this time, so that their leases do not expire. */
const QUEUE_MS = 2_000;
export const MIN_ROOM = 8;
const MAX_ROOM = 256;
/** One part in this many of the capacity is reserved for new deliveries. */
const RESERVED_FOR_NEW = 4;
/** After this many new deliveries one with low priority is attempted. */
const MAX_HIGH_PRIORITY_IN_A_ROW = 3;
/** Burst size as a duration of the rate limit, ms. */
const BURST_MS = 100;

/**
 * Queue of one destination: adaptive concurrency, a bound for what waits, and a circuit breaker.
 *
 *   closed --5 failures in a row--> open --timer ends--> half open: one probe at a time, the others stay stored
 *     ^                               ^                      |
 *     +---------- any response -------|----------------------+
 *                                     +--- failure: open ----+
 *                                          for twice as long
 */
export class OriginQueue<J> {
  readonly origin: string;
  readonly #highPriority: J[] = [];
  readonly #lowPriority: J[] = [];
  #highPriorityInARow = 0;
  /** Time of the next attempt at the exact rate limit, ms. */
  #gridAt = 0;
  running = 0;
  /** Running attempts. */
  readonly holders = new Set<SlotHolder>();
  /** Places for deliveries that are being written. */
  reserved = 0;
  /** True if a delivery was rejected because the queue was full. */
  rejected = false;
  readonly #limits: QueueLimits;
  readonly #concurrency: AdaptiveConcurrency;
  #meanMs: number | undefined;
  /** Attempts without a response since the last response. */
  #failures = 0;
  #slowFailures = 0;
  #openMs = 0;
  #openUntil = 0;

  constructor(origin: string, limits: QueueLimits) {
    this.origin = origin;
    this.#limits = limits;
    this.#concurrency = new AdaptiveConcurrency({
      min: Math.min(limits.minConcurrency ?? 1, limits.concurrency),
      max: limits.concurrency,
      first: FIRST_CONCURRENCY,
    });
  }

  /** Attempts allowed at a time. More than a quick receiver needs would only cost connections. */
  get concurrency(): number {
    const useful = Math.ceil(((this.#meanMs ?? 0) * USEFUL_PER_SECOND) / 1_000);
    return Math.min(this.#concurrency.limit, Math.max(ALWAYS_USEFUL, useful));
  }

  /** Pass it to `observe` for an attempt that starts now. */
  get epoch(): number {
    return this.#concurrency.epoch;
  }

  /** Slow and new destinations share a part of all slots, so that they cannot take all of them. */
  get kind(): DestinationKind {
    if (this.#slowFailures > 0) return 'slow';
    if (this.#meanMs === undefined) return 'new';
    return this.#meanMs >= SLOW_MS ? 'slow' : 'quick';
  }

  /** The circuit opened and no response has come since: the next attempt is a probe. */
  get isProbing(): boolean {
    return this.#openMs > 0;
  }

  /** Number of waiting deliveries. */
  get waiting(): number {
    return this.#highPriority.length + this.#lowPriority.length;
  }

  /** `lowPriority`: a retry or an old delivery. */
  push(job: J, lowPriority: boolean): void {
    (lowPriority ? this.#lowPriority : this.#highPriority).push(job);
  }

  /**
   * Removes the next delivery: new ones first, but low priority does not starve. `now` (ms) counts against the rate
   * limit.
   */
  shift(now: number): J {
    this.#gridAt = Math.max(this.#gridAt, now) + 1_000 / this.#limits.perSecond;
    const lowPriority =
      this.#highPriority.length === 0 ||
      (this.#highPriorityInARow >= MAX_HIGH_PRIORITY_IN_A_ROW && this.#lowPriority.length > 0);
    this.#highPriorityInARow = lowPriority ? 0 : this.#highPriorityInARow + 1;
    return (lowPriority ? this.#lowPriority : this.#highPriority).shift()!;
  }

  /** Removes all waiting deliveries. */
  empty(): J[] {
    return [...this.#highPriority.splice(0), ...this.#lowPriority.splice(0)];
  }

  /** Milliseconds until the rate allows the next attempt. */
  pauseMs(now: number): number {
    return Math.max(0, this.#gridAt - now - BURST_MS);
  }

  /** End of the open state of the circuit, ms; 0 if it is closed or half open, or if the clock was set back. */
  openUntil(now: number): number {
    return now < this.#openUntil && this.#openUntil - now <= this.#openMs ? this.#openUntil : 0;
  }

  /** Whether the queue has no state worth keeping. */
  isIdle(now: number): boolean {
    return (
      this.waiting === 0 &&
      this.running === 0 &&
      this.reserved === 0 &&
      (this.#openMs === 0 || now > this.#openUntil + this.#limits.maxRestMs)
    );
  }

  get canStart(): boolean {
    return this.waiting > 0 && this.running < this.concurrency;
  }

  /** Free places, for new deliveries or for those with low priority. */
  room(now: number, lowPriority = false): number {
    if (this.openUntil(now) > 0) return 0;
    const most = this.isProbing
      ? 1
      : Math.min(
          MAX_ROOM,
          Math.max(MIN_ROOM, Math.floor((this.concurrency * QUEUE_MS) / Math.max(1, this.#meanMs ?? SLOW_MS))),
        );
    const reserved = lowPriority ? Math.floor(most / RESERVED_FOR_NEW) : 0;
    return Math.max(0, most - reserved - this.waiting - this.reserved - (this.isProbing ? this.running : 0));
  }

  /** Updates concurrency and circuit from an attempt that started in `epoch`. */
  observe(
    { answered, overloaded = false, stalled = false, ms }: AttemptObservation,
    now: number,
    epoch = this.epoch,
  ): void {
    if (answered) {
      this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs * 0.8 + ms * 0.2;
      this.#failures = 0;
      this.#slowFailures = 0;
      this.#openMs = 0;
      this.#openUntil = 0;
      if (overloaded) this.#concurrency.shrink(epoch);
      else this.#concurrency.grow();
      return;
    }
    if (!stalled) this.#concurrency.shrink(epoch);
    this.#failures++;
    if (ms >= SLOW_MS) this.#slowFailures++;
    if (this.#failures < OPEN_AFTER) return;
    // Attempts that were running when the circuit opened do not extend the open state.
    if (this.openUntil(now) > 0) return;
    this.#concurrency.collapse();
    this.#openMs = Math.min(this.#limits.maxRestMs, Math.max(FIRST_OPEN_MS, this.#openMs * 2));
    this.#openUntil = now + this.#openMs;
  }
}
