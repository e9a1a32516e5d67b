/** A stretch of time: from `after` to `before`, both left out. */
export interface Window {
  readonly after: Date;
  readonly before: Date;
}

/** The deliveries of a window, in order. */
type Found = ReadonlyArray<{ readonly dueAt: Date }>;

/** How close deliveries lie until that was seen, ms. */
const FIRST_APART_MS = 120;
const LONGEST_MS = 30 * 86_400_000;
/** Factor by which windows grow if they contain less than this part of the wanted number. */
const WIDER = 8;
/** Deliveries are inserted slightly out of order: each poll reads the last moments again. */
const RECENT_MS = 250;
/**
 * And by more, with slow writes and clocks of replicas that differ: so much is looked at again, though not each time,
 * for it may hold thousands that others keep.
 */
const EDGE_MS = 10_000;
const LOOK_BACK_MS = 1_000;

/**
 * Reads due deliveries, oldest first, in windows of time with adaptive width: some servers read all matches regardless
 * of the limit.
 */
export class DueCursor {
  #from: number;
  #apart = FIRST_APART_MS;
  #end = 0;
  /** The window ended where time does, not where enough should have been found. */
  #cut = false;
  #lookedBackAt: number | undefined;
  #looksBackAt: number | undefined;

  constructor(from: number) {
    this.#from = from;
  }

  /** All before this moment (ms) was seen. */
  get from(): number {
    return this.#from;
  }

  /** What lies behind the walk and was recent at the last look back, when it is to be looked at again. */
  behind(now: number): Window | undefined {
    const before = this.#lookedBackAt ?? now;
    if (this.#lookedBackAt !== undefined && Math.abs(now - before) < LOOK_BACK_MS) return undefined;
    this.#looksBackAt = now;
    const since = Math.min(now, before) - EDGE_MS;
    if (this.#from <= since) return undefined;
    return { after: new Date(since), before: new Date(Math.min(this.#from, now - RECENT_MS)) };
  }

  /** The next window, for about `limit`, ending at `now` at most. */
  ahead(now: number, limit: number): Window {
    this.#from = Math.min(this.#from, now - RECENT_MS);
    const end = this.#from + Math.max(1, Math.min(LONGEST_MS, Math.ceil(this.#apart * limit)));
    this.#cut = end > now;
    this.#end = Math.min(end, now + 1);
    return { after: new Date(this.#from - 1), before: new Date(this.#end) };
  }

  /** Advances the cursor past the read deliveries. Until then the same ones are read again. */
  advance(found: Found, limit: number): void {
    const full = found.length >= limit;
    const reached = full ? found.at(-1)!.dueAt.getTime() : this.#end;
    if (found.length >= limit / WIDER) this.#apart = (reached - found[0]!.dueAt.getTime()) / found.length;
    else if (!this.#cut) this.#apart = Math.min(LONGEST_MS, Math.max(this.#apart, 1 / limit) * WIDER);
    this.#from = reached;
    this.#lookedBackAt = this.#looksBackAt;
  }

  /** Moves the cursor back to this time (ms): deliveries there must be read again. */
  returnTo(moment: number): void {
    this.#from = Math.min(this.#from, moment);
  }
}
