import { noSlotUse, type DestinationKind, type FairSlots } from './fair-slots';
import type { OriginQueue } from './origin-queue';

/** Burst of probes as a duration of their rate limit, ms. */
const PROBE_BURST_MS = 1_000;

/** The destinations of one account in memory, in round-robin order. */
export class AccountQueue<J> {
  readonly use = noSlotUse();
  /** Time of the next probe at the exact rate limit, ms. */
  #nextProbeAt = 0;
  /** Waiting jobs and reserved places. */
  waiting = 0;
  /**
   * Destinations that can start an attempt, in round-robin order; quick ones apart, so that many dead ones cost no
   * search.
   */
  readonly #quick = new Set<OriginQueue<J>>();
  readonly #others = new Set<OriginQueue<J>>();

  get ready(): boolean {
    return this.#quick.size + this.#others.size > 0;
  }

  /** Whether the account may send a probe to a dead destination at `now`, ms. */
  mayProbe(now: number): boolean {
    return this.#nextProbeAt <= now + PROBE_BURST_MS;
  }

  /** Counts a probe. `perSecond`: rate limit for all dead destinations of the account. */
  countProbe(now: number, perSecond: number): void {
    this.#nextProbeAt = Math.max(this.#nextProbeAt, now) + 1_000 / perSecond;
  }

  /** Whether the account has no state worth keeping. */
  get idle(): boolean {
    return this.waiting === 0 && this.use.running === 0 && !this.ready;
  }

  add(queue: OriginQueue<J>): void {
    if (queue.canStart) this.#getSet(queue).add(queue);
  }

  remove(queue: OriginQueue<J>): void {
    this.#quick.delete(queue);
    this.#others.delete(queue);
  }

  /**
   * Removes and returns the next destination that may start an attempt; undefined if none. Slow and new ones come
   * first: the slots that they share leave enough for quick ones.
   */
  next(slots: FairSlots, isPaused: (queue: OriginQueue<J>) => boolean): OriginQueue<J> | undefined {
    const allowed = {
      new: slots.allows(this.use, 'new'),
      slow: slots.allows(this.use, 'slow'),
      quick: slots.allows(this.use, 'quick'),
    };
    return (
      (allowed.new || allowed.slow ? this.#take(this.#others, allowed, isPaused) : undefined) ??
      (allowed.quick ? this.#take(this.#quick, allowed, isPaused) : undefined)
    );
  }

  #take(
    from: Set<OriginQueue<J>>,
    allowed: Readonly<Record<DestinationKind, boolean>>,
    isPaused: (queue: OriginQueue<J>) => boolean,
  ): OriginQueue<J> | undefined {
    for (const queue of from) {
      const mayStart = queue.canStart && allowed[queue.kind] && !isPaused(queue);
      if (mayStart || !queue.canStart || this.#getSet(queue) !== from) from.delete(queue);
      if (mayStart) return queue;
      // Its kind changed.
      this.add(queue);
    }
    return undefined;
  }

  #getSet(queue: OriginQueue<J>): Set<OriginQueue<J>> {
    return queue.kind === 'quick' ? this.#quick : this.#others;
  }
}
