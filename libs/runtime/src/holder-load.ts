/** A holder is active for this time after it started or ended work, ms. */
const ACTIVE_MS = 1_000;
/** Factor of the share of a holder with less than half of the work of another one. */
const LIGHT_FACTOR = 4;

/** Running work of one holder. */
interface Running {
  count: number;
  ms: number;
  readonly msByKind: Map<string, number>;
}

const IDLE: Running = { count: 0, ms: 0, msByKind: new Map() };

/** The work of the holders of a fair queue: running work, expected durations, and the latest activity. */
export class HolderLoad {
  readonly #holders = new Map<string, Running>();
  /** Expected duration of all running and waiting work of a holder, ms. */
  readonly #demand = new Map<string, number>();
  /** The latest activity, and the latest one of another holder. */
  #latest = { holder: '', at: -Infinity };
  #former = this.#latest;
  #running = 0;

  /** Number of running items of all holders. */
  get running(): number {
    return this.#running;
  }

  /** Running work of the holder. */
  get(holder: string): Readonly<Running> {
    return this.#holders.get(holder) ?? IDLE;
  }

  /** Counts the start (1) or the end (-1) of work. */
  add(holder: string, kind: string, change: 1 | -1, cost: number): void {
    this.#running += change;
    const load = this.#holders.get(holder) ?? { count: 0, ms: 0, msByKind: new Map<string, number>() };
    load.count += change;
    load.ms += change * cost;
    const ofKind = (load.msByKind.get(kind) ?? 0) + change * cost;
    if (ofKind > 0) load.msByKind.set(kind, ofKind);
    else load.msByKind.delete(kind);
    if (load.count > 0) this.#holders.set(holder, load);
    else this.#holders.delete(holder);
  }

  addDemand(holder: string, ms: number): void {
    const sum = (this.#demand.get(holder) ?? 0) + ms;
    // Costs are 1 ms or more: a smaller remainder is a rounding error.
    if (sum > 0.5) this.#demand.set(holder, sum);
    else this.#demand.delete(holder);
  }

  /** Larger for a holder with less than half of the work of another one. */
  getShareFactor(holder: string): number {
    const demand = this.#demand.get(holder) ?? 0;
    for (const other of this.#demand.values()) if (demand * 2 < other) return LIGHT_FACTOR;
    return 1;
  }

  /** Records that the holder started or ended work. */
  touch(holder: string, at: number): void {
    if (holder !== this.#latest.holder) this.#former = this.#latest;
    this.#latest = { holder, at };
  }

  /** Whether another holder started or ended work within the last second. */
  othersWereActive(holder: string, now: number): boolean {
    const { at } = this.#latest.holder === holder ? this.#former : this.#latest;
    return now - at < ACTIVE_MS;
  }
}
