import type { Clock } from '@porchlight/runtime';

/** Shortest interval of checks, ms; the precision of deadlines. */
const RESOLUTION_MS = 10;

/**
 * One timer for all deadlines of a set of calls. It is armed for the earliest deadline only, so that a call that ends
 * in time costs nothing, and it is not armed again if a check finds no pending call.
 */
export class DeadlineTimer {
  readonly #fire = (): void => this.#onFire();
  #timer: NodeJS.Timeout | undefined;
  #armedFor = Infinity;

  /** @param sweep ends overdue calls and returns the earliest remaining deadline, Infinity for none. */
  constructor(
    private readonly clock: Clock,
    private readonly sweep: (now: number) => number,
  ) {}

  /** Schedules a check after the deadline (ms since the epoch). */
  watch(deadline: number): void {
    if (deadline < this.#armedFor) this.#arm(deadline);
  }

  /** True while a check is scheduled. */
  get armed(): boolean {
    return this.#timer !== undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#armedFor = Infinity;
  }

  #arm(deadline: number): void {
    clearTimeout(this.#timer);
    this.#armedFor = deadline;
    this.#timer = setTimeout(this.#fire, Math.max(RESOLUTION_MS, deadline - this.clock.now() + 1));
    this.#timer.unref();
  }

  #onFire(): void {
    this.#timer = undefined;
    this.#armedFor = Infinity;
    const next = this.sweep(this.clock.now());
    if (next < this.#armedFor) this.#arm(next);
  }
}
