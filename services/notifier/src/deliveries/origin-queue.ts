import { AdaptiveConcurrency } from './adaptive-concurrency';
import type { DestinationKind, SlotHolder } from './fair-slots';

/** What an attempt showed of its destination. */
export interface LaneObservation {
  /** Any answer at all, whatever its status: the receiver lives. */
  readonly answered: boolean;
  /** The answer was 429 or 5xx: the receiver gets fewer attempts at a time. */
  readonly overloaded?: boolean;
  /**
   * This process was stalled and the attempt timed out: no reason to send less, though five in a row open the circuit.
   */
  readonly stalled?: boolean;
  /** Milliseconds the attempt used its slot, without stalls of this process. */
  readonly ms: number;
}

export interface LaneLimits {
  /** Most attempts to one destination at a time. */
  readonly concurrency: number;
  /** Fewest attempts to one destination at a time, however it fails; default 1. */
  readonly minConcurrency?: number;
  /** Attempts to one destination in a second. */
  readonly perSecond: number;
  /** Longest rest of an open circuit, ms. */
  readonly longestRestMs: number;
}

/** Unproven endpoints begin with few places at a time. */
const FIRST_CONCURRENCY = 2;
/** Attempts at a time that are always allowed to grow to; a receiver of 20 ms takes 400 a second so. */
const ALWAYS_USEFUL = 8;
/** Beyond that, as many as give a slower receiver this many attempts a second. */
const USEFUL_PER_SECOND = 32;
/** A response or failure that takes at least this long makes a destination slow. */
const SLOW_MS = 1_000;
/** Attempts without a response in a row that open the circuit, however quickly they fail. */
const OPEN_AFTER = 5;
const FIRST_REST_MS = 1_000;
/** A queue accepts about as many deliveries as it can send in this time, so that they keep their lease. */
const QUEUE_MS = 2_000;
export const MIN_ROOM = 8;
const MAX_ROOM = 256;
/** This part of the capacity is reserved for new events, ahead of postponed deliveries. */
const KEPT_FOR_FRESH = 4;
/** Number of new deliveries that may overtake a postponed one. */
const FRESH_IN_A_ROW = 3;
/** Milliseconds' worth of its rate that a destination may get at once. */
const BURST_MS = 100;

/**
 * Queue of one destination: adaptive concurrency, a bound for what waits, and a circuit breaker.
 *
 *   closed --5 failures in a row--> open --rest is over--> half open: one probe at a time, the others stay stored
 *     ^                               ^                        |
 *     +----------- any answer --------|------------------------+--- failure: a rest twice as long
 */
export class Lane<J> {
  readonly origin: string;
  readonly #fresh: J[] = [];
  readonly #late: J[] = [];
  #inARow = 0;
  /** Where the next attempt belongs on the grid of the rate, ms. */
  #gridAt = 0;
  running = 0;
  /** Its attempts under way. */
  readonly holders = new Set<SlotHolder>();
  /** Places promised to deliveries that are just being written. */
  reserved = 0;
  /** True if a delivery was rejected because the queue was full; its owner is notified when there is room. */
  turnedAway = false;
  readonly #limits: LaneLimits;
  readonly #concurrency: AdaptiveConcurrency;
  #meanMs: number | undefined;
  /** Attempts without a response since the last response. */
  #failures = 0;
  #slowFailures = 0;
  #restMs = 0;
  #opensAt = 0;

  constructor(origin: string, limits: LaneLimits) {
    this.origin = origin;
    this.#limits = limits;
    this.#concurrency = new AdaptiveConcurrency({
      min: Math.min(limits.minConcurrency ?? 1, limits.concurrency),
      max: limits.concurrency,
      first: FIRST_CONCURRENCY,
    });
  }

  /** Attempts allowed at a time. More than a quick receiver needs would cost connections and gain nothing. */
  get concurrency(): number {
    const useful = Math.ceil(((this.#meanMs ?? 0) * USEFUL_PER_SECOND) / 1_000);
    return Math.min(this.#concurrency.limit, Math.max(ALWAYS_USEFUL, useful));
  }

  /** To be given back with the observation of an attempt that starts now. */
  get epoch(): number {
    return this.#concurrency.epoch;
  }

  /** Slow and new destinations share a part of all slots, so that they cannot take every one. */
  get kind(): DestinationKind {
    if (this.#slowFailures > 0) return 'slow';
    if (this.#meanMs === undefined) return 'new';
    return this.#meanMs >= SLOW_MS ? 'slow' : 'quick';
  }

  /** The circuit opened and no response has come since: the next attempt is a probe. */
  get isProbing(): boolean {
    return this.#restMs > 0;
  }

  /** How many wait in it. */
  get waiting(): number {
    return this.#fresh.length + this.#late.length;
  }

  /** `late`: it was left for later before. */
  push(job: J, late: boolean): void {
    (late ? this.#late : this.#fresh).push(job);
  }

  /** The next one; fresh ones first, though not for ever. `now` (ms) counts for the rate. */
  shift(now: number): J {
    this.#gridAt = Math.max(this.#gridAt, now) + 1_000 / this.#limits.perSecond;
    const late = this.#fresh.length === 0 || (this.#inARow >= FRESH_IN_A_ROW && this.#late.length > 0);
    this.#inARow = late ? 0 : this.#inARow + 1;
    return (late ? this.#late : this.#fresh).shift()!;
  }

  /** Takes out all that waits. */
  empty(): J[] {
    return [...this.#fresh.splice(0), ...this.#late.splice(0)];
  }

  /** Milliseconds until the rate allows the next attempt. */
  pauseMs(now: number): number {
    return Math.max(0, this.#gridAt - now - BURST_MS);
  }

  /**
   * The circuit is open: no attempt before this moment (ms); 0 when closed or half open, or after the clock went back.
   */
  restsUntil(now: number): number {
    return now < this.#opensAt && this.#opensAt - now <= this.#restMs ? this.#opensAt : 0;
  }

  /** Nothing to remember: may be dropped. */
  isIdle(now: number): boolean {
    return (
      this.waiting === 0 &&
      this.running === 0 &&
      this.reserved === 0 &&
      (this.#restMs === 0 || now > this.#opensAt + this.#limits.longestRestMs)
    );
  }

  get canStart(): boolean {
    return this.waiting > 0 && this.running < this.concurrency;
  }

  /** How many more may wait here, fresh ones or such that were left for later. */
  room(now: number, late = false): number {
    if (this.restsUntil(now) > 0) return 0;
    const most = this.isProbing
      ? 1
      : Math.min(
          MAX_ROOM,
          Math.max(MIN_ROOM, Math.floor((this.concurrency * QUEUE_MS) / Math.max(1, this.#meanMs ?? SLOW_MS))),
        );
    const kept = late ? Math.floor(most / KEPT_FOR_FRESH) : 0;
    return Math.max(0, most - kept - this.waiting - this.reserved - (this.isProbing ? this.running : 0));
  }

  /** Learns from an attempt that started in `epoch`. */
  observe(
    { answered, overloaded = false, stalled = false, ms }: LaneObservation,
    now: number,
    epoch = this.epoch,
  ): void {
    if (answered) {
      this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs * 0.8 + ms * 0.2;
      this.#failures = 0;
      this.#slowFailures = 0;
      this.#restMs = 0;
      this.#opensAt = 0;
      if (overloaded) this.#concurrency.shrink(epoch);
      else this.#concurrency.grow();
      return;
    }
    if (!stalled) this.#concurrency.shrink(epoch);
    this.#failures++;
    if (ms >= SLOW_MS) this.#slowFailures++;
    if (this.#failures < OPEN_AFTER) return;
    // Attempts that were under way when the circuit opened do not lengthen the rest.
    if (this.restsUntil(now) > 0) return;
    this.#concurrency.collapse();
    this.#restMs = Math.min(this.#limits.longestRestMs, Math.max(FIRST_REST_MS, this.#restMs * 2));
    this.#opensAt = now + this.#restMs;
  }
}
