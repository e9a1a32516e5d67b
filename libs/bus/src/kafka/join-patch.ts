import { PartitionAssigners, type PartitionAssigner } from 'kafkajs';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';

/**
 * kafkajs 2.2.4 (frozen upstream) joins and leaves a group, and so gives up partitions, without a way to finish work
 * that runs outside its own callback. The hook is attached to the partition assigner, the only object of ours that its
 * consumer group holds. join-patch.spec.ts fails if the patched file has changed.
 */
const { joinAndSync, leave, fetch } = ConsumerGroup.prototype;

const handOver = (group: ConsumerGroup, act: () => Promise<void>): Promise<void> => {
  const hook = group.assigners.find(({ duringHandover }) => duringHandover)?.duringHandover;
  return hook ? hook(group, act) : act();
};

/** Joins that run. */
const joins = new WeakMap<ConsumerGroup, Promise<void>>();

/** Each broker has a fetch, and each fetch joins when a leader has moved: joins at once would restart each other. */
ConsumerGroup.prototype.joinAndSync = function joinOnce(this: ConsumerGroup): Promise<void> {
  const join = joins.get(this) ?? handOver(this, () => joinAndSync.call(this)).finally(() => joins.delete(this));
  joins.set(this, join);
  return join;
};

ConsumerGroup.prototype.leave = function leaveWithHook(this: ConsumerGroup): Promise<void> {
  return handOver(this, () => leave.call(this));
};

/** A fetch that began before a join read from offsets of the former assignment: its batches are dropped. */
ConsumerGroup.prototype.fetch = async function fetchOfAssignment(this: ConsumerGroup, nodeId: number) {
  const { offsetManager } = this;
  const batches = await fetch.call(this, nodeId);
  return offsetManager === this.offsetManager ? batches : [];
};

/** Settings of a running consumer that may change. */
export type FetchSettings = Pick<ConsumerGroup, 'maxWaitTime'>;

/** The assigner of kafkajs; its consumer joins and leaves its group by `duringHandover`, which calls `act` for it. */
export const createHoldingAssigner =
  (duringHandover: (settings: FetchSettings, act: () => Promise<void>) => Promise<void>): PartitionAssigner =>
  (config) => ({ ...PartitionAssigners.roundRobin(config), duringHandover });
