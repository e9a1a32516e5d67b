import { DAY_MS } from '@porchlight/runtime';
/** A window of due times, both ends exclusive. */
export interface Window {
  readonly after: Date;
  readonly before: Date;
}

/** The deliveries of a window, oldest first. */
type Found = ReadonlyArray<{ readonly dueAt: Date }>;

/** Assumed distance between due times at the start, ms. */
const FIRST_APART_MS = 120;
const LONGEST_MS = 30 * DAY_MS;
/** Factor by which windows grow if they contain less than this part of the wanted number. */
const WIDER = 8;
/** Deliveries are inserted slightly out of order: each poll reads the last moments again. */
const RECENT_MS = 250;
/**
 * Slow writes and clock differences between replicas need a longer look back, ms; not at each poll, because it may
 * contain thousands of deliveries of other processes.
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
  /** The window ended at the current time. */
  #cut = false;
  #lookedBackAt: number | undefined;
  #looksBackAt: number | undefined;

  constructor(from: number) {
    this.#from = from;
  }

  /** Everything before this time (ms) was read. */
  get from(): number {
    return this.#from;
  }

  /** The window before the cursor that must be read again for late inserts; undefined if it was read recently. */
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
