import type { Batch } from 'kafkajs';
import { createByteBudget } from '@porchlight/runtime';
import { LIMITS } from '@porchlight/limits';
import { openAssignedPartition, type AssignedPartition, type PartitionOptions } from './assigned-partition';

const formatPartition = ({ topic, partition }: { readonly topic: string; readonly partition: number }): string =>
  `${topic}/${partition}`;

/** The partitions that one member reads. Their buffers share one budget of bytes. */
export const createReadPartitions = (options: Omit<PartitionOptions, 'budget' | 'budgetBytes'>) => {
  const budgetBytes = LIMITS.busReadAheadBytes.value;
  const budget = createByteBudget({ maxBytes: budgetBytes });
  const partitions = new Map<string, AssignedPartition>();

  return {
    values: () => partitions.values(),
    find: (batch: Batch): AssignedPartition | undefined => partitions.get(formatPartition(batch)),
    /** Opens the partition of its first batch. */
    open(batch: Batch): AssignedPartition {
      const opened = openAssignedPartition(batch, { ...options, budget, budgetBytes });
      partitions.set(formatPartition(batch), opened);
      return opened;
    },
    /** False if a partition is no longer assigned. */
    has: (partition: AssignedPartition): boolean => partitions.get(formatPartition(partition)) === partition,
    /** True while more messages are waiting at the broker. */
    isBehind: (): boolean => [...partitions.values()].some((partition) => partition.isBehind()),
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
        partition.advance();
      }
    },
    /** Gives up all partitions. */
    clear(): void {
      for (const partition of partitions.values()) partition.release();
      partitions.clear();
    },
  };
};
