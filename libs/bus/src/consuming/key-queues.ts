import type { ByteLease } from '@porchlight/runtime';
import type { BusMessage } from '../bus';

/** One buffered message with its place in the partition. */
export interface BufferedMessage {
  readonly offset: number;
  readonly message: BusMessage;
  readonly lease: ByteLease;
  readonly bytes: number;
}

/** Unfinished messages of one key, in the order of the partition. */
interface KeyQueue {
  readonly key: string;
  running: BufferedMessage[];
  waiting: BufferedMessage[];
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

/** Chooses the queues of the next batch: one key with many messages, or as many keys with few as fit. */
const selectQueues = (ready: Iterable<KeyQueue>, max: number): { queue: KeyQueue; count: number }[] => {
  const isBulk = ({ waiting, alone }: KeyQueue): boolean => alone || waiting.length * 2 >= max;
  const selected: { queue: KeyQueue; count: number }[] = [];
  let total = 0;
  for (const queue of ready) {
    const count = queue.waiting.length;
    if (selected.length === 0 && isBulk(queue)) return [{ queue, count: Math.min(max, count) }];
    if (isBulk(queue) || total + count > max) continue;
    selected.push({ queue, count });
    total += count;
    if (total === max) break;
  }
  return selected;
};

/** Unfinished messages of one partition in one queue per key. A key is in one batch at a time. */
export const createKeyQueues = () => {
  const queues = new Map<string, KeyQueue>();
  /** Keys that may be handled now, the longest waiting first. */
  const ready = new Map<string, KeyQueue>();

  return {
    /** Bytes of the unfinished messages of a key. */
    bytesOf: (key: string): number => queues.get(key)?.bytes ?? 0,
    add(key: string, entry: BufferedMessage): void {
      let queue = queues.get(key);
      if (!queue) queues.set(key, (queue = { key, running: [], waiting: [], bytes: 0, alone: false }));
      if (queue.running.length === 0 && !queue.alone) ready.set(key, queue);
      queue.waiting.push(entry);
      queue.bytes += entry.bytes;
    },
    /** Offset of the first unfinished message; undefined if all are finished. */
    firstOffset(): number | undefined {
      let first: number | undefined;
      for (const { running, waiting } of queues.values()) {
        const offset = (running[0] ?? waiting[0])?.offset;
        if (offset !== undefined && (first === undefined || offset < first)) first = offset;
      }
      return first;
    },
    /** A key has messages that may be handled now. */
    hasReady: () => ready.size > 0,
    /** The next messages to handle, at most `max`. */
    next(max: number): KeyedBatch | undefined {
      const selected = selectQueues(ready.values(), max);
      if (selected.length === 0) return undefined;
      const entries: BufferedMessage[] = [];
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
    /**
     * Ends a batch. Messages that are not in `done` are handled again; without `done` all are finished. The keys of
     * unfinished messages that rest pause until `wake`, and their next batch contains one key only.
     */
    putBack(batch: KeyedBatch, done: ReadonlySet<BusMessage> | undefined, rests: boolean): void {
      for (const key of batch.keys) {
        const queue = queues.get(key);
        if (!queue) continue;
        const remaining: BufferedMessage[] = [];
        for (const entry of queue.running) {
          if (done && !done.has(entry.message)) remaining.push(entry);
          else {
            entry.lease.release();
            queue.bytes -= entry.bytes;
          }
        }
        queue.running = [];
        if (remaining.length > 0) queue.waiting = [...remaining, ...queue.waiting];
        queue.alone = rests && remaining.length > 0;
        if (queue.waiting.length === 0) queues.delete(key);
        else if (!queue.alone) ready.set(key, queue);
      }
    },
    wake(keys: readonly string[]): void {
      for (const key of keys) {
        const queue = queues.get(key);
        if (queue && queue.running.length === 0 && queue.waiting.length > 0) ready.set(key, queue);
      }
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
