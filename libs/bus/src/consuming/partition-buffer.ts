import type { ByteBudget, ByteLease } from '@porchlight/runtime';
import type { BusMessage } from '../bus';

/** One buffered message with its place in the partition. */
interface Entry {
  readonly offset: number;
  readonly message: BusMessage;
  readonly lease: ByteLease;
  readonly bytes: number;
}

/** Unfinished messages of one key, in the order of the partition. */
interface KeyQueue {
  readonly key: string;
  running: Entry[];
  waiting: Entry[];
  bytes: number;
  /** The last attempt was postponed: the next one runs without messages of other keys. */
  alone: boolean;
}

/** Messages of one partition in one batch. */
export interface KeyedBatch {
  /** In the order of the partition. */
  readonly messages: readonly BusMessage[];
  readonly keys: readonly string[];
  /** All messages belong to one key, and half a full batch or more was waiting. */
  readonly bulk: boolean;
}

export type PartitionBuffer = ReturnType<typeof createPartitionBuffer>;

/**
 * The read and unfinished messages of one partition, in one queue per key. A key whose queue uses more than its share
 * is deferred: its further messages are dropped from memory and read again when its queue has drained, while the
 * messages of other keys behind them are accepted. Order per key holds: a key is read without gaps.
 */
export const createPartitionBuffer = ({
  budget,
  budgetBytes,
  maxAhead,
}: {
  /** Bytes of all buffers of one subscription. */
  readonly budget: ByteBudget;
  readonly budgetBytes: number;
  /** Longest distance between the first unfinished message and the last one read, in offsets. */
  readonly maxAhead: number;
}) => {
  /** Keys with unfinished messages. */
  const queues = new Map<string, KeyQueue>();
  /** Keys that may be handled now, the longest waiting first. */
  const ready = new Map<string, KeyQueue>();
  /** By key, the last accepted offset; only keys that are ahead of `committable`. */
  const dispatchedThrough = new Map<string, number>();
  /** By key, the first offset that may contain a skipped message. */
  const deferred = new Map<string, number>();
  /** Deferred keys whose messages cannot be accepted now: there is a gap before the current position. */
  let blocked = new Set<string>();
  let position: number | undefined;
  /** All messages below were offered at least once. */
  let forward = 0;
  /** A batch has finished since the last repeated read, so that there is more room. */
  let progressed = false;
  let lookedAhead: 'owed' | 'asked' | 'done' = 'done';

  const free = (): number => budgetBytes - budget.inUse();
  // A share shrinks as the budget fills: one key gets a third of the budget at most, so that others have room.
  const fits = (queued: number, bytes: number): boolean =>
    queued + bytes <= free() / 2 || (queued === 0 && bytes <= free());

  const putBack = (batch: KeyedBatch, done: ReadonlySet<BusMessage> | undefined, resting: boolean): void => {
    for (const key of batch.keys) {
      const queue = queues.get(key);
      if (!queue) continue;
      const remaining: Entry[] = [];
      for (const entry of queue.running) {
        if (done && !done.has(entry.message)) remaining.push(entry);
        else {
          entry.lease.release();
          queue.bytes -= entry.bytes;
        }
      }
      queue.running = [];
      if (remaining.length > 0) queue.waiting = [...remaining, ...queue.waiting];
      queue.alone = resting && remaining.length > 0;
      if (queue.waiting.length === 0) queues.delete(key);
      else if (!queue.alone) ready.set(key, queue);
    }
    progressed = true;
  };

  /** Keys that were deferred and have room again. */
  const firstWithRoom = (): number | undefined => {
    let first: number | undefined;
    for (const [key, offset] of deferred) {
      const bytes = queues.get(key)?.bytes ?? 0;
      if (bytes <= free() / 8 && (first === undefined || offset < first)) first = offset;
    }
    return first;
  };

  const committable = (): number => {
    let first = forward;
    for (const { running, waiting } of queues.values())
      first = Math.min(first, (running[0] ?? waiting[0])?.offset ?? first);
    for (const offset of deferred.values()) first = Math.min(first, offset);
    return first;
  };

  const select = (max: number): { queue: KeyQueue; count: number }[] => {
    const isBulk = ({ waiting, alone }: KeyQueue): boolean => alone || waiting.length * 2 >= max;
    const selected: { queue: KeyQueue; count: number }[] = [];
    let total = 0;
    for (const queue of ready.values()) {
      const count = queue.waiting.length;
      if (selected.length === 0 && isBulk(queue)) return [{ queue, count: Math.min(max, count) }];
      if (isBulk(queue) || total + count > max) continue;
      selected.push({ queue, count });
      total += count;
      if (total === max) break;
    }
    return selected;
  };

  return {
    /** Accepts a message, or skips it if it was accepted before or its key is deferred. */
    offer(key: string, offset: number, bytes: number, read: () => BusMessage): void {
      if (blocked.has(key) || offset <= (dispatchedThrough.get(key) ?? -1)) return;
      let queue = queues.get(key);
      const lease = fits(queue?.bytes ?? 0, bytes) ? budget.reserve(bytes) : undefined;
      if (!lease) {
        deferred.set(key, offset);
        blocked.add(key);
        return;
      }
      if (!queue) queues.set(key, (queue = { key, running: [], waiting: [], bytes: 0, alone: false }));
      if (queue.running.length === 0 && !queue.alone) ready.set(key, queue);
      queue.waiting.push({ offset, message: read(), lease, bytes });
      queue.bytes += bytes;
      dispatchedThrough.set(key, offset);
      if (deferred.has(key)) deferred.set(key, offset + 1);
    },
    /** All messages below `next` were offered. */
    readThrough(next: number): void {
      position = next;
      if (next < forward) return;
      forward = next;
      for (const key of deferred.keys()) if (!blocked.has(key)) deferred.delete(key);
    },
    /** Offset of the next read. */
    moveTo(offset: number): void {
      if (position === undefined) forward = offset;
      position = offset;
      blocked = new Set([...deferred].filter(([, first]) => first < offset).map(([key]) => key));
    },
    /** The offset that is read next; undefined before the first read. */
    position: () => position,
    /**
     * Position to continue reading at instead of the current one; undefined: no change. The caller then calls `moveTo`.
     */
    plan(): number | undefined {
      if (position === undefined || deferred.size === 0) return undefined;
      if (position < forward) {
        if (blocked.size < deferred.size) return undefined;
        lookedAhead = 'owed';
        return forward;
      }
      if (!progressed || lookedAhead !== 'done') return undefined;
      const target = firstWithRoom();
      if (target !== undefined) progressed = false;
      return target;
    },
    /**
     * A fetch began, or its messages were offered. After a jump forward one fetch must end before the next jump back.
     */
    fetchBegan(): void {
      if (lookedAhead === 'owed') lookedAhead = 'asked';
    },
    fetchEnded(): void {
      if (lookedAhead === 'asked') lookedAhead = 'done';
    },
    /** True while reading must pause: too many messages lie between the first unfinished one and the last one read. */
    isFull: () => position !== undefined && position >= forward && forward - committable() >= maxAhead,
    /** Messages of a key were skipped and must be read again. */
    hasDeferred: () => deferred.size > 0,
    /** A key has messages that may be handled now. */
    hasReady: () => ready.size > 0,
    /** The next messages to handle, at most `max`; a key is in one batch at a time. */
    next(max: number): KeyedBatch | undefined {
      const selected = select(max);
      if (selected.length === 0) return undefined;
      const entries: Entry[] = [];
      for (const { queue, count } of selected) {
        queue.running = queue.waiting.slice(0, count);
        queue.waiting = queue.waiting.slice(count);
        ready.delete(queue.key);
        entries.push(...queue.running);
      }
      if (selected.length > 1) entries.sort((a, b) => a.offset - b.offset);
      const bulk = selected.length === 1 && entries.length * 2 >= max;
      return { messages: entries.map(({ message }) => message), keys: selected.map(({ queue }) => queue.key), bulk };
    },
    /** Ends a batch. Messages that are not in `done` are handled again; without `done` all are finished. */
    finish: (batch: KeyedBatch, done?: ReadonlySet<BusMessage>): void => putBack(batch, done, false),
    /**
     * Like `finish`; the keys of unfinished messages pause until `wake`, and their next batch contains one key only.
     */
    rest: (batch: KeyedBatch, done: ReadonlySet<BusMessage>): void => putBack(batch, done, true),
    wake(keys: readonly string[]): void {
      for (const key of keys) {
        const queue = queues.get(key);
        if (queue && queue.running.length === 0 && queue.waiting.length > 0) ready.set(key, queue);
      }
    },
    /** All messages below this offset are finished. */
    committable(): number {
      const first = committable();
      for (const [key, offset] of dispatchedThrough) if (offset < first) dispatchedThrough.delete(key);
      return first;
    },
    /** Releases all bytes. */
    discard(): void {
      for (const { running, waiting } of queues.values())
        for (const { lease } of [...running, ...waiting]) lease.release();
      queues.clear();
      ready.clear();
    },
  };
};
