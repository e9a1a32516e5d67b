import type { BusMessage } from '../bus';
import { Postponed, Stopped } from '../middleware/middleware';
import type { KeyedBatch } from './key-queues';
import type { PartitionBuffer } from './partition-buffer';

/** One partition of this member. */
export interface ReadPartition {
  readonly topic: string;
  readonly partition: number;
  readonly buffer: PartitionBuffer;
}

/** Maximum concurrent handlers of one subscription and of one partition. */
const SLOTS = 4;
const SLOTS_PER_PARTITION = 2;
/** Run time of a batch after which a second one of its partition starts, ms: fast handlers get full batches. */
const SLOW_MS = 50;
const AFTER_FAILURE_MS = 1_000;

interface Running {
  readonly batch: KeyedBatch;
  readonly since: number;
}

/** What a dispatcher works with. */
export interface DispatcherOptions<P extends ReadPartition> {
  readonly maxBatch: number;
  /** Handles one batch; `settled` reports finished parts of it. Rejects if the rest was not handled. */
  readonly deliver: (
    from: P,
    batch: readonly BusMessage[],
    settled: (part: readonly BusMessage[]) => void,
  ) => Promise<void>;
  /** False while the membership is uncertain: no further batch starts. */
  readonly mayBegin: () => boolean;
  /** A batch of this partition has ended. */
  readonly ended: (partition: P) => void;
  /** A batch failed with an error that the pipeline does not handle. */
  readonly failed: (error: unknown) => void;
}

/**
 * Runs the handlers of one subscription: passes the buffered messages of all partitions to the handler, round-robin by
 * partition and by key within a partition. A key with many messages is handled in separate batches, concurrently with
 * those of others.
 */
export const createDispatcher = <P extends ReadPartition>({
  maxBatch,
  deliver,
  mayBegin,
  ended,
  failed,
}: DispatcherOptions<P>) => {
  /** The partition that has waited longest is first. */
  let partitions = new Map<P, Running[]>();
  let slots = 0;
  let wake: NodeJS.Timeout | undefined;
  let waiters: (() => void)[] = [];

  const hasSlot = (running: readonly Running[]): boolean => {
    const [first] = running;
    if (!first) return true;
    if (running.length >= SLOTS_PER_PARTITION) return false;
    return first.batch.bulk || performance.now() - first.since >= SLOW_MS;
  };

  const putOff = (from: P, batch: KeyedBatch, done: ReadonlySet<BusMessage>, ms: number): void => {
    from.buffer.rest(batch, done);
    setTimeout(() => {
      from.buffer.wake(batch.keys);
      pump();
    }, ms).unref();
  };

  const run = async (from: P, batch: KeyedBatch, running: Running[]): Promise<void> => {
    const slot = { batch, since: performance.now() };
    running.push(slot);
    slots++;
    const done = new Set<BusMessage>();
    try {
      await deliver(from, batch.messages, (part) => part.forEach((message) => done.add(message)));
      from.buffer.finish(batch);
    } catch (error) {
      if (error instanceof Stopped) from.buffer.finish(batch, done);
      else if (error instanceof Postponed) putOff(from, batch, done, error.delayMs);
      else {
        failed(error);
        putOff(from, batch, done, AFTER_FAILURE_MS);
      }
    }
    running.splice(running.indexOf(slot), 1);
    slots--;
    ended(from);
    pump();
    if (slots > 0) return;
    for (const resolve of waiters) resolve();
    waiters = [];
  };

  const pump = (): void => {
    if (!mayBegin()) return;
    let waiting = false;
    for (const [from, running] of [...partitions]) {
      while (slots < SLOTS && hasSlot(running)) {
        const batch = from.buffer.next(maxBatch);
        if (!batch) break;
        partitions.delete(from);
        partitions.set(from, running);
        void run(from, batch, running);
      }
      waiting ||= running.length < SLOTS_PER_PARTITION && from.buffer.hasReady();
    }
    if (waiting && slots < SLOTS) wakeLater();
  };

  const wakeLater = (): void => {
    if (wake) return;
    wake = setTimeout(() => {
      wake = undefined;
      pump();
    }, SLOW_MS);
    wake.unref();
  };

  return {
    add: (partition: P): void => void partitions.set(partition, []),
    /** Starts as many batches as the slots allow. */
    pump,
    busy: () => slots > 0,
    /** Resolves when no handler is running. */
    idle: (): Promise<void> => (slots === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    /** Removes all partitions and their buffers. Call it while no handler runs or its result no longer matters. */
    clear(): void {
      for (const { buffer } of partitions.keys()) buffer.discard();
      partitions = new Map();
    },
  };
};
