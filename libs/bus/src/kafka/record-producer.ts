import type { Kafka, Message, PartitionerArgs, ProducerConfig } from 'kafkajs';
import { choosePartition } from '../choose-partition';

export type RecordProducer = ReturnType<typeof createRecordProducer>;

/** Creates a producer that chooses partitions by key; it is not connected. */
export const createRecordProducer = (kafka: Pick<Kafka, 'producer'>, config: ProducerConfig) => {
  /** By topic, its number of partitions. */
  const partitions = new Map<string, number>();
  const choose = (topic: string, { key }: Message): number =>
    choosePartition(String(key ?? ''), partitions.get(topic) ?? 1);
  const producer = kafka.producer({
    ...config,
    allowAutoTopicCreation: false,
    createPartitioner:
      () =>
      ({ topic, partitionMetadata, message }: PartitionerArgs) => {
        partitions.set(topic, partitionMetadata.length);
        return choose(topic, message);
      },
  });
  return {
    connect: () => producer.connect(),
    /**
     * Resolved = all records are acknowledged by all in-sync replicas. kafkajs resolves although it did not send a
     * partition whose leader moved, between two of its attempts, to a broker that had already responded. Partitions
     * without a response are therefore sent again.
     */
    async send(topic: string, records: readonly Message[], timeout?: number): Promise<void> {
      for (let remaining = records; remaining.length > 0;) {
        const responses = await producer.send({
          topic,
          messages: [...remaining],
          acks: -1,
          ...(timeout !== undefined && { timeout }),
        });
        const written = new Set(responses.map(({ partition }) => partition));
        const missing = remaining.filter((record) => !written.has(choose(topic, record)));
        if (missing.length === remaining.length) throw new Error('No broker responded for any of the partitions.');
        remaining = missing;
      }
    },
    disconnect: () => producer.disconnect(),
  };
};
