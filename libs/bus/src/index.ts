export type {
  BatchContext,
  BatchHandler,
  Bus,
  BusMessage,
  DeliveryPolicy,
  Publisher,
  PublishOptions,
  SubscribeOptions,
  Subscriber,
  Subscription,
  TopicPlan,
} from './bus';
export { DEFAULT_PARTITIONS, deadLetterTopicOf, topicOf } from './topic-of';
export { partitionOf } from './partition-of';
export { MAX_MESSAGE_BYTES } from './message-size';
export { isTransient } from './is-transient';
export { DELIVERY } from './pipeline';
export { dedupeById } from './middleware/dedupe-by-id';
export type { DedupeOptions } from './middleware/dedupe-by-id';
export { createKafkaOperator } from './kafka/kafka-operator';
export type { BusOperator, DeadLetter, DeadLetterQueue, GroupLag, KafkaOperatorOptions } from './kafka/kafka-operator';
export { createKafkaBus } from './kafka/kafka-bus';
export type { KafkaBusOptions } from './kafka/kafka-bus';
export { kafkaSecurityFields, kafkaSecurityOf, readKafkaSecurity } from './kafka/kafka-security';
export type { KafkaSecurity, KafkaSecurityConfig } from './kafka/kafka-security';
export { createMemoryBus } from './memory/memory-bus';
export type { MemoryBusOptions } from './memory/memory-bus';
export { createMemoryBroker } from './memory/memory-broker';
export type { MemoryBroker } from './memory/memory-broker';
