import { DEFAULT_PARTITIONS, topicOf, type BatchHandler, type Bus } from '@porchlight/bus';
import type { Worker } from '@porchlight/runtime';

/** Two inserts of at most this many events, and their deliveries, fit well into the bus's time for a batch. */
const MOST_AT_ONCE = 500;

export interface ChangeConsumerOptions {
  readonly group: string;
  /** Services whose changes are taken. */
  readonly sources: readonly string[];
  readonly handler: BatchHandler;
  /** How long changes may wait for company, ms; none unless told. */
  readonly patienceMs?: number;
}

export interface ChangeConsumer extends Worker {
  /** True while it is subscribed. */
  joined(): boolean;
}

/** Feeds the changes of services to a handler for as long as it runs. */
export const createChangeConsumer = (bus: Bus, { group, sources, handler, patienceMs }: ChangeConsumerOptions): ChangeConsumer => {
  let joined = false;
  return {
    joined: () => joined,
    async run(signal) {
      const topics = sources.map(topicOf);
      await bus.ensureTopics(topics.map((name) => ({ name, partitions: DEFAULT_PARTITIONS })));
      if (signal.aborted) return;
      const subscription = await bus.subscribe({ group, topics, handler, maxBatch: MOST_AT_ONCE, ...(patienceMs !== undefined && { patienceMs }) });
      joined = true;
      try {
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      } finally {
        joined = false;
        await subscription.stop();
      }
    },
  };
};
