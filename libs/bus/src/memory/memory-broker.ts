import type { BusMessage, TopicPlan } from '../bus';
import { Stopped } from '../middleware/middleware';
import { choosePartition } from '../choose-partition';
import { DEFAULT_PARTITIONS } from '../topic-names';

/** A member of a group in the broker. */
export interface MemoryMember {
  readonly group: string;
  readonly topics: readonly string[];
  readonly fromBeginning: boolean;
  readonly maxBatch: number;
  /** Rejected: the batch stays uncommitted. */
  deliver(topic: string, partition: number, batch: readonly BusMessage[]): Promise<void>;
  /** The group rebalances: batches that wait for their next attempt are released. */
  relinquish(): void;
}

/** Retained messages per partition; the oldest are deleted first, as in Kafka. */
const RETAINED = 100_000;

interface Partition {
  /** Offset of the first retained message. */
  base: number;
  readonly log: BusMessage[];
}

interface Cursor {
  offset: number;
  busy: boolean;
}

interface Group {
  readonly members: MemoryMember[];
  readonly cursors: Map<string, Cursor>;
}

// Reads return copies, as with a real broker.
const copy = (message: BusMessage): BusMessage => ({
  key: message.key,
  id: message.id,
  type: message.type,
  time: new Date(message.time),
  value: Uint8Array.from(message.value),
  ...(message.headers && { headers: { ...message.headers } }),
});

export type MemoryBroker = ReturnType<typeof createMemoryBroker>;

/** The broker of the memory bus: topics, partitions, groups and their offsets. Several buses may share one. */
export const createMemoryBroker = () => {
  const topics = new Map<string, Partition[]>();
  const groups = new Map<string, Group>();

  const getPartitions = (topic: string, count = DEFAULT_PARTITIONS): Partition[] => {
    let partitions = topics.get(topic);
    if (!partitions) {
      partitions = Array.from({ length: count }, () => ({ base: 0, log: [] }));
      topics.set(topic, partitions);
    }
    return partitions;
  };

  const findOwner = (group: Group, topic: string, index: number): MemoryMember | undefined => {
    const members = group.members.filter((member) => member.topics.includes(topic));
    return members[index % members.length];
  };

  /** Delivers the next batch of a partition to its owner; one batch at a time, also while the owner changes. */
  const pump = (group: Group, topic: string, index: number): void => {
    const partition = getPartitions(topic)[index];
    const cursor = group.cursors.get(`${topic}/${index}`);
    const owner = findOwner(group, topic, index);
    if (!partition || !cursor || !owner || cursor.busy) return;
    cursor.offset = Math.max(cursor.offset, partition.base);
    const from = cursor.offset - partition.base;
    const batch = partition.log.slice(from, from + owner.maxBatch).map(copy);
    if (batch.length === 0) return;
    cursor.busy = true;
    owner.deliver(topic, index, batch).then(
      () => {
        cursor.offset += batch.length;
        cursor.busy = false;
        pump(group, topic, index);
      },
      (error: unknown) => {
        cursor.busy = false;
        if (!(error instanceof Stopped)) throw error;
        setImmediate(() => pump(group, topic, index));
      },
    );
  };

  const pumpAll = (group: Group): void => {
    for (const topic of new Set(group.members.flatMap((member) => member.topics))) {
      getPartitions(topic).forEach((_, index) => pump(group, topic, index));
    }
  };

  return {
    ensureTopics(plans: readonly TopicPlan[]): void {
      for (const { name, partitions } of plans) getPartitions(name, partitions);
    },
    append(topic: string, messages: readonly BusMessage[]): void {
      const partitions = getPartitions(topic);
      for (const message of messages) {
        const partition = partitions[choosePartition(message.key, partitions.length)];
        if (!partition) continue;
        partition.log.push(copy(message));
        if (partition.log.length > RETAINED * 1.1) partition.base += partition.log.splice(0, RETAINED * 0.1).length;
      }
      setImmediate(() => groups.forEach((group) => partitions.forEach((_, index) => pump(group, topic, index))));
    },
    join(member: MemoryMember): void {
      const group = groups.get(member.group) ?? { members: [], cursors: new Map<string, Cursor>() };
      groups.set(member.group, group);
      for (const other of group.members) other.relinquish();
      group.members.push(member);
      for (const topic of member.topics) {
        getPartitions(topic).forEach(({ base, log }, index) => {
          const at = `${topic}/${index}`;
          if (group.cursors.has(at)) return;
          group.cursors.set(at, { offset: member.fromBeginning ? base : base + log.length, busy: false });
        });
      }
      setImmediate(() => pumpAll(group));
    },
    /** Assigns the partitions of a member to the remaining ones. */
    leave(member: MemoryMember): void {
      const group = groups.get(member.group);
      if (!group) return;
      group.members.splice(group.members.indexOf(member), 1);
      for (const other of group.members) other.relinquish();
      setImmediate(() => pumpAll(group));
    },
  };
};
