import type { Batch, EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import { createByteBudget, type Logger } from '@porchlight/runtime';
import { LIMITS } from '@porchlight/limits';
import type { SubscribeOptions } from '../bus';
import type { BusMetrics } from '../bus-metrics';
import type { ReadPartition } from '../consuming/batch-dispatcher';
import { createPartitionBuffer } from '../consuming/partition-buffer';
import type { CommittedPartition } from './offset-commits';
import { fromRecord, readType } from './wire-record';

/** A partition that this member is assigned, with its buffer and its read position. */
export interface AssignedPartition extends ReadPartition, CommittedPartition {
  /** Sets the offset from which the next fetch reads. */
  readAt(offset: number): void;
  paused: boolean;
  highWatermark: number;
  /** An offset that was fetched although another was expected. */
  unexpected: number | undefined;
}

/** Estimated memory of a buffered message besides its key and value. */
const MESSAGE_OVERHEAD_BYTES = 512;
const NO_HEADERS: IHeaders = {};

const formatPartition = ({ topic, partition }: { readonly topic: string; readonly partition: number }): string =>
  `${topic}/${partition}`;

/** The requested offset of the fetch; kafkajs does not declare this property. */
const readFetchedOffset = (batch: Batch): number =>
  Number((batch as Batch & { readonly fetchedOffset: string }).fetchedOffset);

/** Reads the assigned partitions into their buffers, and moves, pauses and resumes each as its buffer needs it. */
export const createReadPartitions = ({
  group,
  types,
  logger,
  metrics,
  setPaused,
}: Pick<SubscribeOptions, 'group' | 'types'> & {
  readonly logger: Logger;
  readonly metrics: BusMetrics;
  /** Pauses or resumes the fetches of a partition. */
  readonly setPaused: (topic: string, partition: number, pause: boolean) => void;
}) => {
  const budgetBytes = LIMITS.busReadAheadBytes.value;
  const budget = createByteBudget({ maxBytes: budgetBytes });
  const partitions = new Map<string, AssignedPartition>();

  const measureLag = ({ topic, partition, buffer, highWatermark }: AssignedPartition): void =>
    metrics.behind(group, topic, partition, Math.max(0, highWatermark - buffer.committable()));

  const steer = (from: AssignedPartition): void => {
    const { topic, partition, buffer } = from;
    const target = buffer.plan();
    if (target !== undefined) {
      buffer.moveTo(target);
      from.readAt(target);
    }
    const pause = buffer.isFull();
    if (pause === from.paused) return;
    from.paused = pause;
    setPaused(topic, partition, pause);
  };

  /**
   * False for a batch that was fetched before the read position moved. The same wrong offset twice means that the
   * broker no longer has the expected one (retention): reading continues at the broker's offset.
   */
  const isExpected = (from: AssignedPartition, fetched: number): boolean => {
    const { buffer } = from;
    if (fetched !== buffer.position()) {
      if (from.unexpected !== fetched) {
        from.unexpected = fetched;
        return false;
      }
      const { topic, partition } = from;
      logger.warn({ event: 'offset.jumped', group, topic, partition, expected: buffer.position(), fetched });
      buffer.moveTo(fetched);
    }
    from.unexpected = undefined;
    return true;
  };

  const bufferMessages = ({ topic, partition, buffer }: AssignedPartition, messages: readonly KafkaMessage[]): void => {
    for (const record of messages) {
      if (!types || types.has(readType(record))) {
        const key = record.key?.toString() ?? '';
        const bytes = key.length + (record.value?.byteLength ?? 0) + MESSAGE_OVERHEAD_BYTES;
        buffer.offer(key, Number(record.offset), bytes, () => fromRecord(topic, partition, record));
      }
      // kafkajs retains the records until the next fetch of the partition; each is a view of all bytes of its fetch.
      record.key = null;
      record.value = null;
      record.headers = NO_HEADERS;
    }
  };

  return {
    values: () => partitions.values(),
    find: (batch: Batch): AssignedPartition | undefined => partitions.get(formatPartition(batch)),
    /** Opens the partition of its first batch. */
    open(batch: Batch): AssignedPartition {
      const opened: AssignedPartition = {
        topic: batch.topic,
        partition: batch.partition,
        buffer: createPartitionBuffer({ budget, budgetBytes, maxAhead: LIMITS.busReadAheadMessages.value }),
        readAt: () => {},
        paused: false,
        committed: readFetchedOffset(batch),
        highWatermark: 0,
        unexpected: undefined,
      };
      opened.buffer.moveTo(opened.committed);
      partitions.set(formatPartition(batch), opened);
      return opened;
    },
    /** Buffers a fetched batch; false if another offset was expected. */
    read(from: AssignedPartition, { batch, resolveOffset }: EachBatchPayload): boolean {
      from.readAt = (offset) => resolveOffset(String(offset - 1));
      from.highWatermark = Number(batch.highWatermark);
      if (!isExpected(from, readFetchedOffset(batch))) return false;
      bufferMessages(from, batch.messages);
      const last = batch.lastOffset();
      resolveOffset(last);
      from.buffer.readThrough(Number(last) + 1);
      steer(from);
      measureLag(from);
      return true;
    },
    /** Continues a partition after messages of it were handled; false if it is no longer assigned. */
    advance(from: AssignedPartition): boolean {
      if (partitions.get(formatPartition(from)) !== from) return false;
      steer(from);
      measureLag(from);
      return true;
    },
    /** True while more messages are waiting at the broker. */
    isBehind: (): boolean =>
      [...partitions.values()].some(
        ({ buffer, highWatermark }) => buffer.hasDeferred() || (buffer.position() ?? 0) < highWatermark,
      ),
    /** Called when a fetch begins. True if messages of a key wait to be read again. */
    fetchBegan(): boolean {
      let hasDeferred = false;
      for (const { buffer } of partitions.values()) {
        buffer.fetchBegan();
        hasDeferred ||= buffer.hasDeferred();
      }
      return hasDeferred;
    },
    /** Called when the messages of a fetch have arrived. */
    fetchEnded(): void {
      for (const partition of partitions.values()) {
        if (!partition.buffer.hasDeferred()) continue;
        partition.buffer.fetchEnded();
        steer(partition);
      }
    },
    /** Gives up all partitions. */
    clear(): void {
      for (const { topic, partition, paused } of partitions.values()) if (paused) setPaused(topic, partition, false);
      partitions.clear();
    },
  };
};
