import { topicOf, type BatchHandler, type Bus } from '@porchlight/bus';
import type { Worker } from '@porchlight/runtime';

/** Services whose changes fire webhooks. */
const SOURCES = ['people', 'deals', 'marketing', 'auth'];
const PARTITIONS = 6;
const GROUP = 'notifier.fan-out';
/** Two inserts of at most this many events, and their deliveries, fit well into the bus's time for a batch. */
const MOST_AT_ONCE = 500;

export interface ChangeConsumer extends Worker {
  /** True while it is subscribed. */
  joined(): boolean;
}

/** Feeds the changes of all services to the fan-out for as long as it runs. */
export const createChangeConsumer = (bus: Bus, fanOut: BatchHandler): ChangeConsumer => {
  let joined = false;
  return {
    joined: () => joined,
    async run(signal) {
      const topics = SOURCES.map(topicOf);
      await bus.ensureTopics(topics.map((name) => ({ name, partitions: PARTITIONS })));
      if (signal.aborted) return;
      const subscription = await bus.subscribe({ group: GROUP, topics, handler: fanOut, maxBatch: MOST_AT_ONCE });
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
