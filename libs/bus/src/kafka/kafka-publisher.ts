import { isRefusal, refuse } from '@porchlight/errors';
import type { Logger } from '@porchlight/runtime';
import type { Bus, BusMessage } from '../bus';
import type { BusMetrics } from '../bus-metrics';
import { checkMessages } from '../message-size';
import { createTopicQueue, type TopicQueue } from '../publishing/topic-queue';
import { DEAD_LETTER_RETENTION_MS, DEFAULT_PARTITIONS } from '../topic-names';
import type { KafkaClient } from './kafka-client';
import { createKafkaSender, type KafkaSender } from './kafka-sender';
import type { KafkaTopics } from './kafka-topics';

const PUBLISH_TIMEOUT_MS = 5_000;
const DRAIN_MS = 3_000;
/** Maximum number of topics that one process publishes to: its own and a few dead-letter topics. */
const MAX_TOPICS = 64;
const DEAD_LETTER_PARTITIONS = 1;

/** Publishes the messages of one process, with a queue for each topic. */
export interface KafkaPublisher {
  readonly publish: Bus['publish'];
  publishDeadLetter(topic: string, message: BusMessage): Promise<void>;
  /** Sends what is queued, for at most 3 s. */
  close(): Promise<void>;
}

/** Creates the publisher of a bus; nothing connects before the first message. */
export const createKafkaPublisher = ({
  topics,
  openClient,
  isClosing,
  logger,
  metrics,
}: {
  readonly topics: Pick<KafkaTopics, 'ensure'>;
  readonly openClient: () => KafkaClient;
  /** True once the bus closes: no further topic is opened. */
  readonly isClosing: () => boolean;
  readonly logger: Logger;
  readonly metrics: BusMetrics;
}): KafkaPublisher => {
  const queues = new Map<string, { queue: TopicQueue; sender: KafkaSender }>();

  const getTopicQueue = (topic: string): TopicQueue => {
    const open = queues.get(topic);
    if (open) return open.queue;
    if (isClosing() || queues.size >= MAX_TOPICS)
      throw refuse('UNAVAILABLE', { what: 'bus', why: isClosing() ? 'closed' : 'topics' });
    const ensureTopic = () => topics.ensure([{ name: topic, partitions: DEFAULT_PARTITIONS }]);
    const sender = createKafkaSender(topic, { openClient, ensureTopic, logger, metrics });
    const queue = createTopicQueue(sender.send);
    queues.set(topic, { queue, sender });
    return queue;
  };

  const publish: Bus['publish'] = async (topic, messages, { timeoutMs = PUBLISH_TIMEOUT_MS } = {}) => {
    try {
      const sizes = checkMessages(messages);
      await getTopicQueue(topic).publish(messages, sizes, timeoutMs);
    } catch (error) {
      metrics.publishRefused(topic, isRefusal(error) ? error.reason : 'INTERNAL');
      throw error;
    }
  };

  return {
    publish,
    async publishDeadLetter(topic, message) {
      await topics.ensure([{ name: topic, partitions: DEAD_LETTER_PARTITIONS, retentionMs: DEAD_LETTER_RETENTION_MS }]);
      await publish(topic, [message]);
    },
    async close() {
      await Promise.all([...queues.values()].map(({ queue }) => queue.close(DRAIN_MS)));
      await Promise.all([...queues.values()].map(({ sender }) => sender.close()));
    },
  };
};
