import type { Admin } from 'kafkajs';

/**
 * Makes the next copy of each partition of a topic its leader; returns the number of moved partitions, 0 with a single
 * broker.
 */
export const moveLeaders = async (admin: Admin, topic: string): Promise<number> => {
  const [metadata] = (await admin.fetchTopicMetadata({ topics: [topic] })).topics;
  const moved = (metadata?.partitions ?? []).filter(({ replicas }) => replicas.length > 1);
  if (moved.length === 0) return 0;
  const assign = (order: (partition: (typeof moved)[number]) => number[]) =>
    admin.alterPartitionReassignments({
      topics: [
        {
          topic,
          partitionAssignment: moved.map((one) => ({ partition: one.partitionId, replicas: order(one) })),
        },
      ],
    });
  const others = ({ replicas, leader }: (typeof moved)[number]) => replicas.filter((node) => node !== leader);
  // The protocol of kafkajs has no election: a leader that loses its copy is replaced at once; then it gets a new copy.
  await assign(others);
  await assign((one) => [...others(one), one.leader]);
  return moved.length;
};
