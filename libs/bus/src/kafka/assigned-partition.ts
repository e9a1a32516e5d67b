import type { Batch, EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import { LIMITS } from '@porchlight/limits';
import type { ByteBudget, Logger } from '@porchlight/runtime';
import type { SubscribeOptions } from '../bus';
import type { BusMetrics } from '../bus-metrics';
import { createPartitionBuffer, type PartitionBuffer } from '../consuming/partition-buffer';
import type { CommittedPartition } from './offset-commits';
import { fromRecord, readType } from './wire-record';

/** What the partitions of one member share. */
export interface PartitionOptions extends Pick<SubscribeOptions, 'group' | 'types'> {
  /** Bytes of all buffers. */
  readonly budget: ByteBudget;
  readonly budgetBytes: number;
  readonly logger: Logger;
  readonly metrics: BusMetrics;
  /** Pauses or resumes the fetches of a partition. */
  readonly setPaused: (topic: string, partition: number, pause: boolean) => void;
}

/** A partition that this member is assigned, with its buffer and its read position. */
export interface AssignedPartition extends CommittedPartition {
  /** Buffers a fetched batch; false if another offset was expected. */
  read(payload: EachBatchPayload): boolean;
  /** Moves, pauses or resumes the fetches as the buffer needs it, and measures the lag. */
  advance(): void;
  /** True while more messages are waiting at the broker. */
  isBehind(): boolean;
  /** Fetches of the partition are no longer paused. */
  release(): void;
}

/** Estimated memory of a buffered message besides its key and value. */
const MESSAGE_OVERHEAD_BYTES = 512;
const NO_HEADERS: IHeaders = {};

/** The requested offset of the fetch; kafkajs does not declare this property. */
const readFetchedOffset = (batch: Batch): number =>
  Number((batch as Batch & { readonly fetchedOffset: string }).fetchedOffset);

const bufferMessages = (
  {
    topic,
    partition,
    buffer,
  }: { readonly topic: string; readonly partition: number; readonly buffer: PartitionBuffer },
  messages: readonly KafkaMessage[],
  types: PartitionOptions['types'],
): void => {
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

/** Opens the partition of its first batch. */
export const openAssignedPartition = (first: Batch, options: PartitionOptions): AssignedPartition => {
  const { group, types, budget, budgetBytes, logger, metrics, setPaused } = options;
  const { topic, partition } = first;
  const buffer = createPartitionBuffer({ budget, budgetBytes, maxAhead: LIMITS.busReadAheadMessages.value });
  const begin = readFetchedOffset(first);
  buffer.moveTo(begin);
  /** Sets the offset from which the next fetch reads. */
  let readAt: (offset: number) => void = () => {};
  let isPaused = false;
  let highWatermark = 0;
  /** An offset that was fetched although another was expected. */
  let unexpected: number | undefined;

  /**
   * False for a batch that was fetched before the read position moved. The same wrong offset twice means that the
   * broker no longer has the expected one (retention): reading continues at the broker's offset. If that is lower, the
   * broker has lost the committed offset.
   */
  const isExpected = (fetched: number): boolean => {
    const expected = buffer.position();
    if (fetched !== expected && fetched !== unexpected) {
      unexpected = fetched;
      return false;
    }
    if (fetched !== expected) {
      logger.warn({ event: 'offset.jumped', group, topic, partition, expected, fetched });
      buffer.moveTo(fetched);
      assigned.committed = Math.min(assigned.committed, fetched);
    }
    unexpected = undefined;
    return true;
  };

  const advance = (): void => {
    const target = buffer.plan();
    if (target !== undefined) {
      buffer.moveTo(target);
      readAt(target);
    }
    const pause = buffer.isFull();
    if (pause !== isPaused) setPaused(topic, partition, pause);
    isPaused = pause;
    metrics.behind(group, topic, partition, Math.max(0, highWatermark - buffer.committable()));
  };

  const assigned: AssignedPartition = {
    topic,
    partition,
    buffer,
    committed: begin,
    read({ batch, resolveOffset }) {
      readAt = (offset) => resolveOffset(String(offset - 1));
      highWatermark = Number(batch.highWatermark);
      if (!isExpected(readFetchedOffset(batch))) return false;
      bufferMessages({ topic, partition, buffer }, batch.messages, types);
      const last = batch.lastOffset();
      resolveOffset(last);
      buffer.readThrough(Number(last) + 1);
      advance();
      return true;
    },
    advance,
    isBehind: () => buffer.hasDeferred() || (buffer.position() ?? 0) < highWatermark,
    release: () => {
      if (isPaused) setPaused(topic, partition, false);
    },
  };
  return assigned;
};
