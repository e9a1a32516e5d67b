import { refuse } from '@porchlight/errors';
import { createRecentTimes } from './recent-times';

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

/** A holder is active for this time after it started or ended work, ms. */
const ACTIVE_MS = 1_000;
/**
 * Limit of all kinds together, as a multiple of `shareMs`: a slow operation does not block the holder's other
 * operations.
 */
const SHARES_OF_ALL_KINDS = 4;

interface Waiter {
  readonly kind: string;
  readonly cost: number;
  readonly bytes: number;
  readonly begin: () => void;
}

/** Factor of the share of a holder with less than half of the work of another one. */
const LIGHT_FACTOR = 4;

/** Running work of one holder. */
interface Running {
  count: number;
  ms: number;
  readonly msByKind: Map<string, number>;
}

const IDLE: Running = { count: 0, ms: 0, msByKind: new Map() };

/** Creates a queue. `maxWaiting`, `maxWaitingBytes` and `concurrent` limit its memory. */
export const createFairQueue = (options: FairQueueOptions): FairQueue => {
  const {
    what,
    concurrent,
    concurrentPerHolder = concurrent,
    shareOfSlots = 1,
    maxWaiting,
    maxWaitingPerHolder,
    maxWaitingBytes = Infinity,
    maxWaitMs,
    shareMs,
    refusal,
    now = () => performance.now(),
  } = options;
  /** Waiting work by holder; the first holder is next, and moves to the end afterwards. */
  const queues = new Map<string, Set<Waiter>>();
  const holders = new Map<string, Running>();
  /** Expected duration of all running and waiting work of a holder, ms. */
  const demand = new Map<string, number>();
  const times = createRecentTimes();
  let running = 0;
  let waiting = 0;
  let waitingBytes = 0;
  /** The latest activity, and the latest one of another holder. */
  let latest = { holder: '', at: -Infinity };
  let former = latest;

  const touch = (holder: string, at: number): void => {
    if (holder !== latest.holder) former = latest;
    latest = { holder, at };
  };
  const othersWait = (holder: string): boolean => waiting > (queues.get(holder)?.size ?? 0);
  const othersAreActive = (holder: string, own: Running): boolean => {
    if (running > own.count || othersWait(holder)) return true;
    const { at } = latest.holder === holder ? former : latest;
    return now() - at < ACTIVE_MS;
  };
  const isFirst = (holder: string, kind: string): boolean => {
    for (const waiter of queues.get(holder) ?? []) if (waiter.kind === kind) return false;
    return true;
  };
  const computeShare = (holder: string, all: number): number => {
    const own = demand.get(holder) ?? 0;
    for (const its of demand.values()) if (own * 2 < its) return all * LIGHT_FACTOR;
    return all;
  };
  const hasSlot = (holder: string): boolean => {
    const { count } = holders.get(holder) ?? IDLE;
    if (running >= concurrent || count >= concurrentPerHolder) return false;
    return count < concurrent * shareOfSlots || !othersWait(holder);
  };
  /** Whether the work fits into the share of its holder. */
  const fitsShare = (holder: string, kind: string, cost: number, share: number | undefined): boolean => {
    const own = holders.get(holder) ?? IDLE;
    if (share === undefined || own.count === 0) return true;
    const ofKind = own.msByKind.get(kind) ?? 0;
    const fits = (ofKind === 0 || ofKind + cost <= share) && own.ms + cost <= share * SHARES_OF_ALL_KINDS;
    return fits || !othersAreActive(holder, own);
  };
  const addDemand = (holder: string, ms: number): void => {
    const sum = (demand.get(holder) ?? 0) + ms;
    // Costs are 1 ms or more: a smaller remainder is a rounding error.
    if (sum > 0.5) demand.set(holder, sum);
    else demand.delete(holder);
  };
  const add = (holder: string, kind: string, change: 1 | -1, cost: number): void => {
    running += change;
    const own = holders.get(holder) ?? { count: 0, ms: 0, msByKind: new Map<string, number>() };
    own.count += change;
    own.ms += change * cost;
    const ofKind = (own.msByKind.get(kind) ?? 0) + change * cost;
    if (ofKind > 0) own.msByKind.set(kind, ofKind);
    else own.msByKind.delete(kind);
    if (own.count > 0) holders.set(holder, own);
    else holders.delete(holder);
  };
  const leave = (holder: string, waiter: Waiter): void => {
    const queue = queues.get(holder);
    queue?.delete(waiter);
    waiting -= 1;
    waitingBytes -= waiter.bytes;
    if (queue?.size === 0) queues.delete(holder);
  };
  const startNext = (): void => {
    // Map order: a holder that is set again is last.
    for (const [holder, queue] of queues) {
      if (running >= concurrent) return;
      const next = hasSlot(holder) ? findNext(holder, queue) : undefined;
      if (next === undefined) continue;
      queues.delete(holder);
      queues.set(holder, queue);
      add(holder, next.kind, 1, next.cost);
      next.begin();
    }
  };
  const findNext = (holder: string, queue: ReadonlySet<Waiter>): Waiter | undefined => {
    const share = shareMs && computeShare(holder, shareMs);
    for (const waiter of queue) if (fitsShare(holder, waiter.kind, waiter.cost, share)) return waiter;
    return undefined;
  };
  /** The exceeded limit, for the error; undefined if the item may wait. */
  const findExceeded = (queue: ReadonlySet<Waiter>, bytes: number): string | number | undefined => {
    if (queue.size >= maxWaitingPerHolder) return maxWaitingPerHolder;
    if (waiting >= maxWaiting) return maxWaiting;
    return waitingBytes + bytes > maxWaitingBytes ? `${maxWaitingBytes} bytes` : undefined;
  };
  const refuseWait = (limit: string | number): Error => refusal?.() ?? refuse('OVERLOADED', { what, limit });
  const wait = (
    holder: string,
    kind: string,
    cost: number,
    bytes: number,
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const queue = queues.get(holder) ?? new Set();
    const exceeded = findExceeded(queue, bytes);
    if (exceeded !== undefined) return Promise.reject(refuseWait(exceeded));
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        leave(holder, waiter);
      };
      const abort = (): void => {
        end();
        reject(signal!.reason as Error);
        startNext();
      };
      const expire = (): void => {
        end();
        reject(refuseWait(`a wait of ${maxWaitMs} ms`));
        startNext();
      };
      const begin = (): void => {
        end();
        resolve();
      };
      const waiter: Waiter = { kind, cost, bytes, begin };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(expire, maxWaitMs).unref();
      signal?.addEventListener('abort', abort, { once: true });
      queue.add(waiter);
      queues.set(holder, queue);
      waiting += 1;
      waitingBytes += bytes;
    });
  };

  return {
    waiting: () => waiting,
    async run(holder, work, { kind = '', expensive = false, leastMs = 0, bytes = 0, signal } = {}) {
      const key = `${holder} ${kind}`;
      const expected = shareMs === undefined ? 0 : times.expected(key, expensive ? shareMs : undefined);
      const cost = shareMs === undefined ? 0 : Math.min(Math.max(expected, leastMs), shareMs);
      addDemand(holder, cost);
      const forget = (error: unknown): never => {
        addDemand(holder, -cost);
        throw error;
      };
      const share = shareMs && computeShare(holder, shareMs);
      const startsNow = isFirst(holder, kind) && hasSlot(holder) && fitsShare(holder, kind, cost, share);
      if (startsNow) add(holder, kind, 1, cost);
      else await wait(holder, kind, cost, bytes, signal?.()).catch(forget);
      const began = now();
      touch(holder, began);
      try {
        const result = await work();
        if (shareMs !== undefined) times.record(key, now() - began);
        return result;
      } finally {
        touch(holder, now());
        add(holder, kind, -1, cost);
        addDemand(holder, -cost);
        startNext();
      }
    },
  };
};
