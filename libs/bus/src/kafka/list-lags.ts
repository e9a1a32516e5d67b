import type { Admin } from 'kafkajs';

/** Messages of a topic that a group has not handled yet. */
export interface GroupLag {
  readonly group: string;
  readonly topic: string;
  readonly lag: number;
}

/** The lag of each group of this system and each of its topics, without that of one group. */
export const listLags = async (admin: Admin, excludedGroup: string): Promise<GroupLag[]> => {
  const { groups } = await admin.listGroups();
  const ends = new Map<string, Map<number, number>>();
  const lags: GroupLag[] = [];
  for (const { groupId: group } of groups) {
    if (group === excludedGroup) continue;
    for (const { topic, partitions } of await admin.fetchOffsets({ groupId: group })) {
      if (!ends.has(topic)) {
        const offsets = await admin.fetchTopicOffsets(topic).catch(() => []);
        ends.set(topic, new Map(offsets.map(({ partition, high }) => [partition, Number(high)])));
      }
      // A partition without a committed offset has no handled messages.
      const lag = partitions.reduce(
        (sum, { partition, offset }) =>
          sum + Math.max(0, (ends.get(topic)?.get(partition) ?? 0) - Math.max(0, Number(offset))),
        0,
      );
      lags.push({ group, topic, lag });
    }
  }
  return lags;
};
