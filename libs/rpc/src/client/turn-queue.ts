/** Runs functions one per turn of the event loop, so that other events are handled between them. */
export class TurnQueue {
  readonly #waiting: (() => void)[] = [];

  add(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) setImmediate(this.#runNext);
  }

  readonly #runNext = (): void => {
    this.#waiting[0]?.();
    this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(this.#runNext);
  };
}
