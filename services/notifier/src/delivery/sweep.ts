/** A stretch of time: from `after` to `before`, both left out. */
export interface Window {
  readonly after: Date;
  readonly before: Date;
}

const FIRST_SPAN_MS = 60_000;
const LONGEST_SPAN_MS = 30 * 86_400_000;
const WIDER = 8;

/**
 * Walks over what is due, oldest first, by windows of time that are as wide as what they hold allows: a server may read all
 * that matches, whatever the limit.
 */
export class Sweep {
  /** All before this moment (ms) was seen. */
  from: number;
  #span = FIRST_SPAN_MS;
  #end = 0;

  constructor(from: number) {
    this.from = from;
  }

  /** The next window, ending at `now` at most. */
  window(now: number): Window {
    this.#end = Math.min(this.from + this.#span, now + 1);
    return { after: new Date(this.from - 1), before: new Date(this.#end) };
  }

  /**
   * Goes on after the window that was read. `last`: the last that was found there, when there may be more; `left`: the first
   * that has to be read again. Both ms.
   */
  advance(found: number, limit: number, { last, left }: { last?: number | undefined; left?: number | undefined }): void {
    const full = found >= limit;
    // As close as it lay there, so much again and some more lie in twice the stretch.
    if (full) this.#span = Math.max(1, Math.min(Math.floor(this.#span / 2), 2 * ((last ?? this.from) - this.from)));
    else if (found < limit / WIDER) this.#span = Math.min(LONGEST_SPAN_MS, this.#span * WIDER);
    this.from = left ?? (full ? (last ?? this.from) : this.#end);
  }
}
