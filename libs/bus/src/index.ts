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
export { isTransient } from './is-transient';
export { formatDeadLetterTopic, formatTopic } from './topic-names';
export { MAX_MESSAGE_BYTES } from './message-size';
export { createKafkaOperator } from './kafka/kafka-operator';
export type { BusOperator, DeadLetter, DeadLetterQueue } from './kafka/kafka-operator';
export { deriveAccess, grantAccess, OPERATOR_USER } from './kafka/kafka-access';
export type { AccessEntry } from './kafka/kafka-access';
export { createKafkaBus } from './kafka/kafka-bus';
export type { KafkaBusOptions } from './kafka/kafka-bus';
export { kafkaSecurityFields, parseKafkaSecurity, readKafkaSecurity } from './kafka/kafka-security';
export type { KafkaSecurity, KafkaSecurityConfig } from './kafka/kafka-security';
export { createMemoryBus } from './memory/memory-bus';
export type { MemoryBusOptions } from './memory/memory-bus';
