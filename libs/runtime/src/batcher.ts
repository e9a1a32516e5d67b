import { withDeadline } from './deadlines';

/** The last batch of a key. */
export interface EndedBatch {
  /** Number of its items. */
  readonly items: number;
  /** How long it ran, ms. */
  readonly ms: number;
}

/** Options of a batcher. */
export interface BatcherOptions<I, O> {
  /** Maximum number of items of one batch. */
  readonly maxItems: number;
  /** Maximum size of one batch, in the unit of `bytesOf`. A larger item is a batch of its own. Default: no limit. */
  readonly maxBytes?: number;
  /** Size of an item, bytes or another weight. Default: 0. */
  readonly bytesOf?: (item: I) => number;
  /** Items of one key share batches; batches of different keys run concurrently. Default: one key. */
  readonly keyOf?: (item: I) => string;
  /** Maximum number of batches of a key that run at a time; the rest waits and makes larger batches. Default: 1. */
  readonly inFlight?: number;
  /** Limits of the items that wait, of all keys. Further items are refused; if none waits, any call is accepted. */
  readonly queue?: {
    readonly maxItems: number;
    readonly maxBytes: number;
    /** The refusal. */
    readonly full: () => Error;
  };
  /**
   * Linger before the next batch of a key, ms. Without an ended batch the key was idle; 0 then means the end of the
   * turn of the event loop, so that the calls of one turn share a batch. A full batch does not wait. Default: 0.
   */
  readonly lingerMs?: (ended: EndedBatch | undefined) => number;
  /** Longest run of a batch; then its items fail, and the next batch starts. Default: no limit. */
  readonly deadline?: { readonly ms: number; readonly error: () => Error };
  /** Results in the order of the items; a `FailedItem` rejects one item. A rejection rejects all items. */
  readonly run: (items: readonly I[]) => Promise<readonly (O | FailedItem)[]>;
}

/** Result of an item that failed; the other items of its batch are not affected. */
export class FailedItem {
  constructor(readonly error: unknown) {}
}

/** Combines concurrent items into one operation. */
export interface Batcher<I, O> {
  /**
   * Returns the result of the item. Rejects with its error, with the refusal of a full queue, and with the reason of
   * the signal: an item that still waits is then never run, the outcome of a running one is unknown.
   */
  readonly add: (item: I, signal?: AbortSignal) => Promise<O>;
  /** Like `add` for several items, in their order. The first error rejects, and items that still wait are not run. */
  readonly addAll: (items: readonly I[], signal?: AbortSignal) => Promise<void>;
  /** Number of items that wait, for a gauge. */
  readonly waiting: () => number;
  /** Ends all lingers for good. Resolves when nothing waits or runs, or when the signal is aborted. */
  readonly flush: (signal?: AbortSignal) => Promise<void>;
}

/** One call of `add` or `addAll`. */
interface Call<O> {
  /** Items without a result. */
  open: number;
  waiting: number;
  waitingBytes: number;
  isSettled: boolean;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
  /** Removes the listener of the signal. */
  ignoreSignal?: () => void;
}

interface Entry<I, O> {
  readonly item: I;
  readonly bytes: number;
  readonly call: Call<O>;
}

/** The items of one key. */
interface Lane<I, O> {
  readonly key: string;
  /** May contain entries of settled calls, which are not run. */
  entries: Entry<I, O>[];
  bytes: number;
  running: number;
  /** Starts the next batch at the end of the turn of the event loop. */
  turn: NodeJS.Immediate | undefined;
  linger: NodeJS.Timeout | undefined;
}

/** Entries of settled calls that may stay in the queues, if they are not the larger part. */
const MAX_WITHDRAWN = 64;
const NO_RESULT = new FailedItem(new Error('A batch returned no result for one of its items.'));

/**
 * Creates a batcher. A batch starts at the end of the turn of the event loop, after a linger, or when an earlier batch
 * has ended, so batches grow with the load. A read never returns data from before its item was added.
 */
export const createBatcher = <I, O>(options: BatcherOptions<I, O>): Batcher<I, O> => {
  const lanes = new BatchLanes(options);
  const { bytesOf } = options;
  return {
    add: (item, signal) =>
      new Promise((resolve, reject) => {
        const bytes = bytesOf?.(item) ?? 0;
        const call = lanes.openCall(1, bytes, signal, resolve, reject);
        if (call) lanes.push(call, item, bytes);
      }),
    addAll: (items, signal) =>
      new Promise((resolve, reject) => {
        if (items.length === 0) return resolve();
        const sizes = items.map((item) => bytesOf?.(item) ?? 0);
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        const call = lanes.openCall(items.length, bytes, signal, () => resolve(), reject);
        if (call) items.forEach((item, nth) => lanes.push(call, item, sizes[nth]!));
      }),
    waiting: () => lanes.waiting,
    flush: (signal) => lanes.flush(signal),
  };
};

/** The items of all keys, and their calls. */
class BatchLanes<I, O> {
  readonly #options: BatcherOptions<I, O>;
  readonly #inFlight: number;
  readonly #lanes = new Map<string, Lane<I, O>>();
  /** The only lane of a batcher without keys. */
  readonly #single: Lane<I, O> | undefined;
  readonly #idle = new Set<() => void>();
  #waiting = 0;
  #waitingBytes = 0;
  #withdrawn = 0;
  #running = 0;
  #isFlushed = false;

  constructor(options: BatcherOptions<I, O>) {
    this.#options = options;
    this.#inFlight = options.inFlight ?? 1;
    this.#single = options.keyOf ? undefined : this.#getLane('');
  }

  /** Number of items that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Opens a call, or rejects it and returns undefined. */
  openCall(
    items: number,
    bytes: number,
    signal: AbortSignal | undefined,
    resolve: Call<O>['resolve'],
    reject: Call<O>['reject'],
  ): Call<O> | undefined {
    if (signal?.aborted) return void reject(signal.reason);
    const { queue } = this.#options;
    const overflows = queue && (this.#waiting + items > queue.maxItems || this.#waitingBytes + bytes > queue.maxBytes);
    if (overflows && this.#waiting > 0) return void reject(queue.full());
    const call: Call<O> = { open: items, waiting: items, waitingBytes: bytes, isSettled: false, resolve, reject };
    if (signal) {
      const abort = (): void => this.#fail(call, signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      call.ignoreSignal = () => signal.removeEventListener('abort', abort);
    }
    this.#waiting += items;
    this.#waitingBytes += bytes;
    return call;
  }

  /** Adds an item of an open call. */
  push(call: Call<O>, item: I, bytes: number): void {
    const lane = this.#single ?? this.#getLane(this.#options.keyOf!(item));
    lane.entries.push({ item, bytes, call });
    lane.bytes += bytes;
    this.#wake(lane);
  }

  /** Ends all lingers for good. Resolves when nothing waits or runs, or when the signal is aborted. */
  flush(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#isFlushed = true;
      this.#idle.add(resolve);
      signal?.addEventListener('abort', () => resolve(), { once: true });
      if (signal?.aborted) resolve();
      for (const lane of [...this.#lanes.values()]) this.#start(lane);
      this.#notifyIdle();
    });
  }

  #getLane(key: string): Lane<I, O> {
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = { key, entries: [], bytes: 0, running: 0, turn: undefined, linger: undefined };
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  /** After items were added: starts a batch of an idle key, or one that is full now. */
  #wake(lane: Lane<I, O>): void {
    if (lane.turn || lane.running >= this.#inFlight) return;
    const isDue = this.#isFlushed || this.#isFull(lane);
    if (lane.linger && !isDue) return;
    const ms = isDue ? 0 : (this.#options.lingerMs?.(undefined) ?? 0);
    if (ms > 0) lane.linger = setTimeout(this.#start, ms, lane);
    else lane.turn = setImmediate(this.#start, lane);
  }

  #isFull({ entries, bytes }: Lane<I, O>): boolean {
    const { maxItems, maxBytes = Infinity } = this.#options;
    return entries.length >= maxItems || bytes >= maxBytes;
  }

  /** Starts as many batches as may run. */
  readonly #start = (lane: Lane<I, O>): void => {
    if (lane.linger) clearTimeout(lane.linger);
    if (lane.turn) clearImmediate(lane.turn);
    lane.linger = lane.turn = undefined;
    while (lane.running < this.#inFlight && lane.entries.length > 0) {
      const batch = this.#take(lane);
      if (batch.length > 0) void this.#runBatch(lane, batch);
    }
    if (lane.running === 0 && lane !== this.#single) this.#lanes.delete(lane.key);
    this.#notifyIdle();
  };

  /** Removes the next batch from the queue, with the withdrawn entries before it. */
  #take(lane: Lane<I, O>): Entry<I, O>[] {
    const { maxItems, maxBytes = Infinity } = this.#options;
    const batch: Entry<I, O>[] = [];
    let bytes = 0;
    let end = 0;
    for (const entry of lane.entries) {
      const { call } = entry;
      if (call.isSettled) this.#withdrawn -= 1;
      else {
        if (batch.length > 0 && (batch.length >= maxItems || bytes + entry.bytes > maxBytes)) break;
        batch.push(entry);
        bytes += entry.bytes;
        call.waiting -= 1;
        call.waitingBytes -= entry.bytes;
      }
      lane.bytes -= entry.bytes;
      end += 1;
    }
    lane.entries = end === lane.entries.length ? [] : lane.entries.slice(end);
    this.#waiting -= batch.length;
    this.#waitingBytes -= bytes;
    return batch;
  }

  async #runBatch(lane: Lane<I, O>, batch: readonly Entry<I, O>[]): Promise<void> {
    const { lingerMs, deadline, run } = this.#options;
    const began = lingerMs ? performance.now() : 0;
    lane.running += 1;
    this.#running += 1;
    try {
      const work = run(batch.map(({ item }) => item));
      const results = await (deadline ? withDeadline(work, deadline.ms, deadline.error) : work);
      batch.forEach(({ call }, nth) => this.#finish(call, nth < results.length ? results[nth]! : NO_RESULT));
    } catch (error) {
      for (const { call } of batch) this.#fail(call, error);
    }
    lane.running -= 1;
    this.#running -= 1;
    if (lane.linger || lane.turn) return;
    const ms = lingerMs?.({ items: batch.length, ms: performance.now() - began }) ?? 0;
    if (ms > 0 && !this.#isFlushed && !this.#isFull(lane)) lane.linger = setTimeout(this.#start, ms, lane);
    else this.#start(lane);
  }

  #finish(call: Call<O>, result: O | FailedItem): void {
    if (call.isSettled) return;
    if (result instanceof FailedItem) return this.#fail(call, result.error);
    call.open -= 1;
    if (call.open > 0) return;
    this.#settle(call);
    call.resolve(result);
  }

  #fail(call: Call<O>, error: unknown): void {
    if (call.isSettled) return;
    this.#settle(call);
    call.reject(error);
    this.#notifyIdle();
  }

  #settle(call: Call<O>): void {
    call.isSettled = true;
    call.ignoreSignal?.();
    this.#waiting -= call.waiting;
    this.#waitingBytes -= call.waitingBytes;
    this.#withdrawn += call.waiting;
    if (this.#withdrawn > MAX_WITHDRAWN && this.#withdrawn > this.#waiting) this.#removeWithdrawn();
  }

  #removeWithdrawn(): void {
    for (const lane of this.#lanes.values()) {
      lane.entries = lane.entries.filter(({ call }) => !call.isSettled);
      lane.bytes = lane.entries.reduce((sum, { bytes }) => sum + bytes, 0);
    }
    this.#withdrawn = 0;
  }

  #notifyIdle(): void {
    if (this.#waiting > 0 || this.#running > 0) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }
}
