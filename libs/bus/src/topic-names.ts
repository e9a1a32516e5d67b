/** Partitions of a topic that nobody planned. All parts of the system use it, so that keys stay where they are. */
export const DEFAULT_PARTITIONS = 6;

/** The topic on which a service tells of its changes. */
export const formatTopic = (service: string): string => `porchlight.${service}.changes.v1`;

/** Where a group lays down what it could not handle. */
export const formatDeadLetterTopic = (topic: string, group: string): string => `${topic}.dead.${group}`;

/** Retention of dead-letter topics, ms: 7 days, as in deploy/kafka/topics.yaml, which explains it. */
export const DEAD_LETTER_RETENTION_MS = 604_800_000;
