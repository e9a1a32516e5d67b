import { noSlotUse, type DestinationKind, type FairSlots } from './fair-slots';
import type { Lane } from './origin-queue';

/** Milliseconds' worth of probes that an account may start at once. */
const PROBE_BURST_MS = 1_000;

/** The destinations of one account in memory: they take turns, as accounts do among themselves. */
export class AccountQueue<J> {
  readonly use = noSlotUse();
  /** Time at which the next probe is due if the account uses all probes that it may, ms. */
  #nextProbeAt = 0;
  /** Jobs that wait in memory or have a place reserved. */
  waiting = 0;
  /**
   * Destinations that can start something, in the order of their turns; apart, so that many dead ones cost no search.
   */
  readonly #quick = new Set<Lane<J>>();
  readonly #others = new Set<Lane<J>>();

  get ready(): boolean {
    return this.#quick.size + this.#others.size > 0;
  }

  /** Whether the account may send one more probe to a dead destination now (ms). */
  mayProbe(now: number): boolean {
    return this.#nextProbeAt <= now + PROBE_BURST_MS;
  }

  /** Counts a probe. `perSecond`: probes to all dead destinations of the account. */
  countProbe(now: number, perSecond: number): void {
    this.#nextProbeAt = Math.max(this.#nextProbeAt, now) + 1_000 / perSecond;
  }

  /** Nothing to remember. */
  get idle(): boolean {
    return this.waiting === 0 && this.use.running === 0 && !this.ready;
  }

  add(lane: Lane<J>): void {
    if (lane.canStart) this.#setOf(lane).add(lane);
  }

  remove(lane: Lane<J>): void {
    this.#quick.delete(lane);
    this.#others.delete(lane);
  }

  /**
   * The next destination that may start, taken out of the turns; undefined: none may start now. Slow and new ones go
   * first: the slots that they share leave enough for quick ones.
   */
  next(slots: FairSlots, isPaused: (lane: Lane<J>) => boolean): Lane<J> | undefined {
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
    from: Set<Lane<J>>,
    allowed: Readonly<Record<DestinationKind, boolean>>,
    isPaused: (lane: Lane<J>) => boolean,
  ): Lane<J> | undefined {
    for (const lane of from) {
      const mayStart = lane.canStart && allowed[lane.kind] && !isPaused(lane);
      if (mayStart || !lane.canStart || this.#setOf(lane) !== from) from.delete(lane);
      if (mayStart) return lane;
      // Its kind changed while it waited.
      this.add(lane);
    }
    return undefined;
  }

  #setOf(lane: Lane<J>): Set<Lane<J>> {
    return lane.kind === 'quick' ? this.#quick : this.#others;
  }
}
