/** `new`: without history. `slow`: slow or failing slowly. */
export type DestinationKind = 'new' | 'slow' | 'quick';

/** Slots that one account uses. */
export interface SlotUse {
  running: number;
  new: number;
  slow: number;
}

/**
 * An account may use this many times the slots that are still free. So one account alone gets at most two thirds of a
 * pool, two accounts two fifths each, and there is always room for one more account (dynamic threshold of shared
 * buffers).
 */
const SHARE_OF_FREE = 2;
/** Part of all slots that slow and new destinations may use together: the rest is for quick ones. */
const SLOW_PART = 3 / 4;
/** Part of all slots for destinations without history. */
const NEW_PART = 1 / 4;

/** Whether a pool has room for one more item of an account that already has `own` of the `used` items. */
export const fitsFairly = (capacity: number, used: number, own: number): boolean =>
  used < capacity && own < SHARE_OF_FREE * (capacity - used);

/** A running attempt: its account and the kind of its destination. */
export interface SlotHolder {
  readonly use: SlotUse;
  kind: DestinationKind;
}

export const noSlotUse = (): SlotUse => ({ running: 0, new: 0, slow: 0 });

/** Slots for attempts, shared fairly by account. No account and no kind of destination can take all of them. */
export class FairSlots {
  readonly #capacity: number;
  readonly #slowCapacity: number;
  readonly #newCapacity: number;
  readonly all = noSlotUse();

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#slowCapacity = Math.max(1, Math.floor(capacity * SLOW_PART));
    this.#newCapacity = Math.max(1, Math.floor(capacity * NEW_PART));
  }

  /** Every slot is used. */
  get full(): boolean {
    return this.all.running >= this.#capacity;
  }

  /** Whether the account may start an attempt to a destination of this kind. */
  allows(account: SlotUse, kind: DestinationKind): boolean {
    const { all } = this;
    if (!fitsFairly(this.#capacity, all.running, account.running)) return false;
    if (kind === 'quick') return true;
    if (!fitsFairly(this.#slowCapacity, all.slow + all.new, account.slow + account.new)) return false;
    return kind === 'slow' || fitsFairly(this.#newCapacity, all.new, account.new);
  }

  take({ use, kind }: SlotHolder): void {
    this.#add(use, kind, 1);
  }

  release({ use, kind }: SlotHolder): void {
    this.#add(use, kind, -1);
  }

  /** Counts the attempt as slow from now on. */
  becomeSlow(holder: SlotHolder): void {
    if (holder.kind === 'slow') return;
    this.release(holder);
    holder.kind = 'slow';
    this.take(holder);
  }

  #add(account: SlotUse, kind: DestinationKind, count: number): void {
    for (const use of [this.all, account]) {
      use.running += count;
      if (kind !== 'quick') use[kind] += count;
    }
  }
}
