export interface ConcurrencyBounds {
  readonly min: number;
  readonly max: number;
  /** Start value of a destination without history. */
  readonly first: number;
}

/**
 * Number of attempts to one destination at a time (AIMD, as TCP congestion control): doubles per round trip until the
 * first failure, then grows by one per round trip; halves on a failure, at most once for the attempts that ran
 * together.
 */
export class AdaptiveConcurrency {
  readonly #bounds: ConcurrencyBounds;
  #limit: number;
  /** Above this limit the growth is additive. */
  #threshold: number;
  #epoch = 0;

  constructor(bounds: ConcurrencyBounds) {
    this.#bounds = bounds;
    this.#limit = Math.min(bounds.first, bounds.max);
    this.#threshold = bounds.max;
  }

  /** Attempts allowed at a time. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Changes with each decrease; an attempt remembers the epoch it was started in. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The receiver responded in time and was not overloaded. */
  grow(): void {
    const step = this.#limit < this.#threshold ? 1 : 1 / this.#limit;
    this.#limit = Math.min(this.#bounds.max, this.#limit + step);
  }

  /** An attempt that started in `epoch` failed or its receiver is overloaded. */
  shrink(epoch: number): void {
    if (epoch !== this.#epoch) return;
    this.#limit = Math.max(this.#bounds.min, Math.floor(this.#limit / 2));
    this.#threshold = this.#limit;
    this.#epoch++;
  }

  /** The circuit opened: back to the minimum. The threshold stays, so that a receiver that recovers grows quickly. */
  collapse(): void {
    this.#limit = this.#bounds.min;
  }
}
