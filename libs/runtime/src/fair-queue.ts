import { refuse } from '@porchlight/errors';
import { HolderLoad } from './holder-load';
import { createRecentTimes } from './recent-times';
import { WaitingWork, type Waiter } from './waiting-work';

/** Options of a fair queue. */
export interface FairQueueOptions {
  /** Noun of the queued items, for the error. */
  readonly what: string;
  /** Maximum number of running items. */
  readonly concurrent: number;
  /** Maximum number of running items of one holder. Default: `concurrent`. */
  readonly concurrentPerHolder?: number;
  /** Part of `concurrent` that one holder may take while another one waits, 0 to 1. Default: 1. */
  readonly shareOfSlots?: number;
  /** Maximum number of waiting items of all holders. */
  readonly maxWaiting: number;
  /** Maximum number of waiting items of one holder. */
  readonly maxWaitingPerHolder: number;
  /** Maximum size of all waiting items together, bytes. Default: no limit. */
  readonly maxWaitingBytes?: number;
  /** Longest wait, ms; absent: limited by the signal only. */
  readonly maxWaitMs?: number;
  /**
   * Expected duration of the work of one kind that one holder may have running while other holders are active, ms. One
   * item may run in any case, and work of all kinds together may have four times as much. A holder with less than half
   * of the work (running and waiting) of another one has four times the share. Absent: no limit by duration.
   */
  readonly shareMs?: number;
  /** Creates the error for an item that may not wait. Default: OVERLOADED with `what` and the exceeded limit. */
  readonly refusal?: () => Error;
  /** A monotonic clock, ms. */
  readonly now?: () => number;
}

/** Properties of queued work. */
export interface FairWork {
  /** Kind of the work; its expected duration is that of the holder's recent work of that kind. */
  readonly kind?: string;
  /** Work of a new kind is expected to use the whole share of its holder. */
  readonly expensive?: boolean | undefined;
  /** The least that the work is expected to take, ms: its bytes say more than the recent work of its kind. */
  readonly leastMs?: number;
  /** Memory that the work uses while it waits, bytes. Default: 0. */
  readonly bytes?: number;
  /** Ends the wait. Called only if the work has to wait. */
  readonly signal?: () => AbortSignal;
}

/**
 * Runs work with limited concurrency. Holders (accounts, client networks) are served round-robin, regardless of the
 * length of their queues. A single holder may use all slots.
 */
export interface FairQueue {
  /**
   * Runs the work when it is its turn. Throws OVERLOADED if the queue is full or the wait too long, and the signal's
   * reason.
   */
  run<T>(holder: string, work: () => Promise<T>, about?: FairWork): Promise<T>;
  /** Number of waiting items, for a gauge. */
  waiting(): number;
}

/**
 * Limit of all kinds together, as a multiple of `shareMs`: a slow operation does not block the holder's other
 * operations.
 */
const SHARES_OF_ALL_KINDS = 4;

/** Creates a queue. `maxWaiting`, `maxWaitingBytes` and `concurrent` limit its memory. */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const turns = new FairTurns(options);
  return { waiting: () => turns.waiting, run: (holder, work, about) => turns.run(holder, work, about) };
};

class FairTurns {
  readonly #options: FairQueueOptions;
  readonly #now: () => number;
  readonly #load: HolderLoad;
  readonly #waiters: WaitingWork;
  readonly #times = createRecentTimes();

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#load = new HolderLoad();
    this.#waiters = new WaitingWork(options);
  }

  get waiting(): number {
    return this.#waiters.count;
  }

  async run<T>(
    holder: string,
    work: () => Promise<T>,
    { kind = '', expensive = false, leastMs = 0, bytes = 0, signal }: FairWork = {},
  ): Promise<T> {
    const { shareMs } = this.#options;
    const key = `${holder} ${kind}`;
    const expected = shareMs === undefined ? 0 : this.#times.expected(key, expensive ? shareMs : undefined);
    const cost = shareMs === undefined ? 0 : Math.min(Math.max(expected, leastMs), shareMs);
    this.#load.addDemand(holder, cost);
    const forget = (error: unknown): never => {
      this.#load.addDemand(holder, -cost);
      throw error;
    };
    if (this.#startsNow(holder, kind, cost)) this.#load.add(holder, kind, 1, cost);
    else await this.#wait(holder, kind, cost, bytes, signal?.()).catch(forget);
    const began = this.#now();
    this.#load.touch(holder, began);
    try {
      const result = await work();
      if (shareMs !== undefined) this.#times.record(key, this.#now() - began);
      return result;
    } finally {
      this.#load.touch(holder, this.#now());
      this.#load.add(holder, kind, -1, cost);
      this.#load.addDemand(holder, -cost);
      this.#startNext();
    }
  }

  #startsNow(holder: string, kind: string, cost: number): boolean {
    return (
      this.#waiters.isFirst(holder, kind) &&
      this.#hasSlot(holder) &&
      this.#fitsShare(holder, kind, cost, this.#computeShare(holder))
    );
  }

  #hasSlot(holder: string): boolean {
    const { concurrent, concurrentPerHolder = concurrent, shareOfSlots = 1 } = this.#options;
    const { count } = this.#load.get(holder);
    if (this.#load.running >= concurrent || count >= concurrentPerHolder) return false;
    return count < concurrent * shareOfSlots || !this.#waiters.othersWait(holder);
  }

  #computeShare(holder: string): number | undefined {
    const { shareMs } = this.#options;
    return shareMs && shareMs * this.#load.getShareFactor(holder);
  }

  /** Whether the work fits into the share of its holder. */
  #fitsShare(holder: string, kind: string, cost: number, share: number | undefined): boolean {
    const { count, ms, msByKind } = this.#load.get(holder);
    if (share === undefined || count === 0) return true;
    const ofKind = msByKind.get(kind) ?? 0;
    const fits = (ofKind === 0 || ofKind + cost <= share) && ms + cost <= share * SHARES_OF_ALL_KINDS;
    return fits || !this.#othersAreActive(holder, count);
  }

  /** `count`: running items of the holder. */
  #othersAreActive(holder: string, count: number): boolean {
    if (this.#load.running > count || this.#waiters.othersWait(holder)) return true;
    return this.#load.othersWereActive(holder, this.#now());
  }

  #startNext(): void {
    // Map order: a holder that is set again is last.
    for (const [holder, queue] of this.#waiters.queues) {
      if (this.#load.running >= this.#options.concurrent) return;
      const next = this.#hasSlot(holder) ? this.#findNext(holder, queue) : undefined;
      if (next === undefined) continue;
      this.#waiters.moveToEnd(holder, queue);
      this.#load.add(holder, next.kind, 1, next.cost);
      next.begin();
    }
  }

  #findNext(holder: string, queue: ReadonlySet<Waiter>): Waiter | undefined {
    const share = this.#computeShare(holder);
    for (const waiter of queue) if (this.#fitsShare(holder, waiter.kind, waiter.cost, share)) return waiter;
    return undefined;
  }

  #refuseWait(limit: string | number): Error {
    const { refusal, what } = this.#options;
    return refusal?.() ?? refuse('OVERLOADED', { what, limit });
  }

  #wait(holder: string, kind: string, cost: number, bytes: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const exceeded = this.#waiters.findExceeded(holder, bytes);
    if (exceeded !== undefined) return Promise.reject(this.#refuseWait(exceeded));
    const { maxWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiters.remove(holder, waiter);
      };
      const abort = (): void => {
        end();
        reject(signal!.reason as Error);
        this.#startNext();
      };
      const expire = (): void => {
        end();
        reject(this.#refuseWait(`a wait of ${maxWaitMs} ms`));
        this.#startNext();
      };
      const begin = (): void => {
        end();
        resolve();
      };
      const waiter: Waiter = { kind, cost, bytes, begin };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(expire, maxWaitMs).unref();
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiters.add(holder, waiter);
    });
  }
}
