import type { ByteBudget } from '@porchlight/runtime';
import type { BusMessage } from '../bus';
import { createKeyQueues, type KeyedBatch } from './key-queues';
import { createReadPosition } from './read-position';

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
  const queues = createKeyQueues();
  const reading = createReadPosition();
  /** By key, the last accepted offset; only keys that are ahead of `committable`. */
  const dispatchedThrough = new Map<string, number>();

  const free = (): number => budgetBytes - budget.inUse();
  // A share shrinks as the budget fills: one key gets a third of the budget at most, so that others have room.
  const fits = (queued: number, bytes: number): boolean =>
    queued + bytes <= free() / 2 || (queued === 0 && bytes <= free());
  /** A deferred key has room again. */
  const hasRoom = (key: string): boolean => queues.bytesOf(key) <= free() / 8;
  const committable = (): number => Math.min(reading.acceptedBelow(), queues.firstOffset() ?? Infinity);
  const putBack = (batch: KeyedBatch, done: ReadonlySet<BusMessage> | undefined, rests: boolean): void => {
    queues.putBack(batch, done, rests);
    reading.progress();
  };

  return {
    /** Accepts a message, or skips it if it was accepted before or its key is deferred. */
    offer(key: string, offset: number, bytes: number, read: () => BusMessage): void {
      if (reading.isBlocked(key) || offset <= (dispatchedThrough.get(key) ?? -1)) return;
      const lease = fits(queues.bytesOf(key), bytes) ? budget.reserve(bytes) : undefined;
      if (!lease) return reading.defer(key, offset);
      queues.add(key, { offset, message: read(), lease, bytes });
      dispatchedThrough.set(key, offset);
      reading.accept(key, offset);
    },
    readThrough: reading.readThrough,
    moveTo: reading.moveTo,
    position: reading.position,
    /** Position to continue reading at instead of the current one; undefined: no change. The caller calls `moveTo`. */
    plan: (): number | undefined => reading.plan(hasRoom),
    fetchBegan: reading.fetchBegan,
    fetchEnded: reading.fetchEnded,
    /** True while reading must pause: too many messages lie between the first unfinished one and the last one read. */
    isFull: (): boolean => reading.distanceFrom(committable()) >= maxAhead,
    hasDeferred: reading.hasDeferred,
    hasReady: queues.hasReady,
    next: queues.next,
    /** Ends a batch. Messages that are not in `done` are handled again; without `done` all are finished. */
    finish: (batch: KeyedBatch, done?: ReadonlySet<BusMessage>): void => putBack(batch, done, false),
    /** Like `finish`; the keys of unfinished messages pause until `wake`. */
    rest: (batch: KeyedBatch, done: ReadonlySet<BusMessage>): void => putBack(batch, done, true),
    wake: queues.wake,
    /** All messages below this offset are finished. */
    committable(): number {
      const first = committable();
      for (const [key, offset] of dispatchedThrough) if (offset < first) dispatchedThrough.delete(key);
      return first;
    },
    discard: queues.discard,
  };
};
