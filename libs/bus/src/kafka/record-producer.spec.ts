import { KafkaJSProtocolError, type Message, type ProducerConfig } from 'kafkajs';
import createRetry from 'kafkajs/src/retry';
import createSendMessages from 'kafkajs/src/producer/sendMessages';
import { choosePartition } from '../choose-partition';
import { createRecordProducer } from './record-producer';

const NOT_LEADER = Object.assign(new Error('moved'), { type: 'NOT_LEADER_FOR_PARTITION', code: 6, retriable: true });

interface Produced {
  readonly topicData: readonly { readonly partitions: readonly { partition: number; messages: Message[] }[] }[];
}

/** The producer of kafkajs over two brokers; the leader of partition 1 moves to broker 1 when broker 2 is asked. */
const createKafka = () => {
  const leaders = new Map([
    [0, 1],
    [1, 2],
  ]);
  const stored: string[] = [];
  const createBroker = (nodeId: number) => ({
    nodeId,
    produce: async ({ topicData }: Produced) => {
      const partitions = topicData.flatMap((one) => one.partitions);
      if (nodeId === 2) {
        // After the response of broker 1.
        await new Promise((resolve) => setTimeout(resolve, 20));
        leaders.set(1, 1);
        throw new KafkaJSProtocolError(NOT_LEADER);
      }
      for (const { messages } of partitions) stored.push(...messages.map(({ key }) => String(key)));
      return { topics: [{ topicName: 't', partitions: partitions.map(({ partition }) => ({ partition })) }] };
    },
  });
  const brokers = new Map([1, 2].map((nodeId) => [nodeId, createBroker(nodeId)]));
  const nothing = async (): Promise<void> => {};
  const cluster = {
    addMultipleTargetTopics: nothing,
    refreshMetadataIfNecessary: nothing,
    refreshMetadata: nothing,
    isConnected: () => true,
    findTopicPartitionMetadata: () => [{ partitionId: 0 }, { partitionId: 1 }],
    findLeaderForPartitions: (_topic: string, partitions: readonly string[]) =>
      Object.fromEntries(
        [...Map.groupBy(partitions.map(Number), (partition) => leaders.get(partition))].map(([leader, ids]) => [
          leader,
          ids,
        ]),
      ),
    findBroker: async ({ nodeId }: { nodeId: string }) => brokers.get(Number(nodeId)),
  };
  const eosManager = {
    isTransactional: () => false,
    acquireBrokerLock: nothing,
    releaseBrokerLock: nothing,
    getSequence: () => 0,
    updateSequence: () => {},
    getProducerId: () => 1,
    getProducerEpoch: () => 0,
  };
  const logger = { debug() {}, error() {} };
  const producer = ({ createPartitioner }: ProducerConfig = {}) => {
    const sendMessages = createSendMessages({
      logger,
      cluster,
      eosManager,
      partitioner: createPartitioner!(),
      retrier: createRetry({ initialRetryTime: 1, retries: 5 }),
    });
    return {
      connect: nothing,
      disconnect: nothing,
      send: ({ topic, messages }: { topic: string; messages: Message[] }) =>
        sendMessages({ topicMessages: [{ topic, messages }] }),
    };
  };
  return { kafka: { producer } as never, stored };
};

it('sends the records of a partition whose leader moved to a broker that had already responded', async () => {
  const keys = ['1', '2', '3', '4', '5', '6'];
  expect(new Set(keys.map((key) => choosePartition(key, 2)))).toEqual(new Set([0, 1]));
  const { kafka, stored } = createKafka();
  await createRecordProducer(kafka, {}).send(
    't',
    keys.map((key) => ({ key, value: 'v' })),
  );
  expect([...stored].sort()).toEqual(keys);
});
