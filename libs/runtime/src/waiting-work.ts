/** An item that waits for its turn. */
export interface Waiter {
  readonly kind: string;
  /** Expected duration, ms. */
  readonly cost: number;
  readonly bytes: number;
  readonly begin: () => void;
}

interface WaitingLimits {
  /** Maximum number of items of all holders. */
  readonly maxWaiting: number;
  /** Maximum number of items of one holder. */
  readonly maxWaitingPerHolder: number;
  /** Maximum size of all items together, bytes. Default: no limit. */
  readonly maxWaitingBytes?: number;
}

/** The waiting items of a fair queue. */
export class WaitingWork {
  readonly #limits: WaitingLimits;
  /** Items by holder; the first holder is next, and moves to the end afterwards. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #count = 0;
  #bytes = 0;

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
  }

  /** Number of items of all holders. */
  get count(): number {
    return this.#count;
  }

  get queues(): ReadonlyMap<string, Set<Waiter>> {
    return this.#queues;
  }

  add(holder: string, waiter: Waiter): void {
    const queue = this.#queues.get(holder) ?? new Set();
    queue.add(waiter);
    this.#queues.set(holder, queue);
    this.#count += 1;
    this.#bytes += waiter.bytes;
  }

  remove(holder: string, waiter: Waiter): void {
    const queue = this.#queues.get(holder);
    queue?.delete(waiter);
    this.#count -= 1;
    this.#bytes -= waiter.bytes;
    if (queue?.size === 0) this.#queues.delete(holder);
  }

  moveToEnd(holder: string, queue: Set<Waiter>): void {
    this.#queues.delete(holder);
    this.#queues.set(holder, queue);
  }

  othersWait(holder: string): boolean {
    return this.#count > (this.#queues.get(holder)?.size ?? 0);
  }

  /** Whether no item of this kind of the holder waits. */
  isFirst(holder: string, kind: string): boolean {
    for (const waiter of this.#queues.get(holder) ?? []) if (waiter.kind === kind) return false;
    return true;
  }

  /** The exceeded limit, for the error; undefined if the item may wait. */
  findExceeded(holder: string, bytes: number): string | number | undefined {
    const { maxWaiting, maxWaitingPerHolder, maxWaitingBytes = Infinity } = this.#limits;
    if ((this.#queues.get(holder)?.size ?? 0) >= maxWaitingPerHolder) return maxWaitingPerHolder;
    if (this.#count >= maxWaiting) return maxWaiting;
    return this.#bytes + bytes > maxWaitingBytes ? `${maxWaitingBytes} bytes` : undefined;
  }
}
