import { topicOf, type BatchHandler, type Bus } from '@porchlight/bus';
import type { Worker } from '@porchlight/runtime';

export interface ChangeConsumerOptions {
  /** `<service>.<purpose>` */
  readonly group: string;
  /** Services whose changes are taken. */
  readonly sources: readonly string[];
  readonly handler: BatchHandler;
  /** How long changes may wait for company, ms; none unless told. */
  readonly patienceMs?: number;
}

/** A worker that takes what services tell of their changes. */
export interface ChangeConsumer extends Worker {
  /** True while it is subscribed. */
  joined(): boolean;
}

/**
 * Feeds the changes of services to a handler for as long as it runs; a start does not wait for it to join its group.
 */
export const createChangeConsumer = (
  bus: Pick<Bus, 'subscribe'>,
  { sources, ...options }: ChangeConsumerOptions,
): ChangeConsumer => {
  let joined = false;
  return {
    joined: () => joined,
    async run(signal) {
      const subscription = await bus.subscribe({ ...options, topics: sources.map(topicOf) });
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
