import { noSlotUse, type DestinationKind, type FairSlots } from './fair-slots';
import type { Lane } from './lane';

/** The destinations of one account in memory: they take turns, as accounts do among themselves. */
export class AccountQueue<J> {
  readonly use = noSlotUse();
  /** Jobs that wait in memory or have a place reserved. */
  waiting = 0;
  /** Destinations that can start something, in the order of their turns. */
  readonly #ready = new Set<Lane<J>>();

  get ready(): boolean {
    return this.#ready.size > 0;
  }

  /** Nothing to remember. */
  get idle(): boolean {
    return this.waiting === 0 && this.use.running === 0 && this.#ready.size === 0;
  }

  add(lane: Lane<J>): void {
    if (lane.canStart) this.#ready.add(lane);
  }

  remove(lane: Lane<J>): void {
    this.#ready.delete(lane);
  }

  /** The next destination that may start, moved to the end of the turns; undefined: none may start now. */
  next(slots: FairSlots, isPaused: (lane: Lane<J>) => boolean): Lane<J> | undefined {
    const refused = new Set<DestinationKind>();
    for (const lane of this.#ready) {
      if (!lane.canStart) {
        this.#ready.delete(lane);
        continue;
      }
      const { kind } = lane;
      if (refused.has(kind)) continue;
      if (!slots.allows(this.use, kind)) {
        // The rule for quick destinations is part of every other rule.
        if (kind === 'quick') return undefined;
        refused.add(kind);
        continue;
      }
      if (isPaused(lane)) continue;
      this.#ready.delete(lane);
      return lane;
    }
    return undefined;
  }
}
