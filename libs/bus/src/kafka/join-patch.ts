import { PartitionAssigners, type PartitionAssigner } from 'kafkajs';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';

/**
 * kafkajs 2.2.4 (frozen upstream) joins and leaves a group, and so gives up partitions, without a way to finish work
 * that runs outside its own callback. The hook is attached to the partition assigner, the only object of ours that its
 * consumer group holds. join-patch.spec.ts fails if the patched file has changed.
 */
const { joinAndSync, leave } = ConsumerGroup.prototype;

const giveUp = async (group: ConsumerGroup): Promise<void> => {
  for (const { beforeGivingUp } of group.assigners) await beforeGivingUp?.(group);
};

ConsumerGroup.prototype.joinAndSync = async function joinAfterHook(this: ConsumerGroup): Promise<void> {
  await giveUp(this);
  await joinAndSync.call(this);
};

ConsumerGroup.prototype.leave = async function leaveAfterHook(this: ConsumerGroup): Promise<void> {
  await giveUp(this);
  await leave.call(this);
};

/** Settings of a running consumer that may change. */
export type FetchSettings = Pick<ConsumerGroup, 'maxWaitTime'>;

/** The assigner of kafkajs; its consumer awaits `beforeGivingUp` each time before it joins or leaves its group. */
export const createHoldingAssigner =
  (beforeGivingUp: (settings: FetchSettings) => Promise<void>): PartitionAssigner =>
  (config) => ({ ...PartitionAssigners.roundRobin(config), beforeGivingUp });
