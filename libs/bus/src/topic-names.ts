/** Default number of partitions of a topic. All parts of the system use it, so that keys do not move. */
export const DEFAULT_PARTITIONS = 6;

/** Formats the topic of a service's changes. */
export const formatTopic = (service: string): string => `porchlight.${service}.changes.v1`;

/** Formats the dead-letter topic of a group. */
export const formatDeadLetterTopic = (topic: string, group: string): string => `${topic}.dead.${group}`;

/** Retention of dead-letter topics, ms: 7 days, as in deploy/kafka/topics.yaml, which explains it. */
export const DEAD_LETTER_RETENTION_MS = 604_800_000;
