import { formatTopic, type Bus, type SubscribeOptions } from '@porchlight/bus';
import type { Worker } from '@porchlight/runtime';

export interface ChangeConsumerOptions extends Pick<SubscribeOptions, 'group' | 'handler' | 'types' | 'lingerMs'> {
  /** Services whose changes are consumed. */
  readonly sources: readonly string[];
}

/** A worker that consumes changes of services. */
export interface ChangeConsumer extends Worker {
  /** True while it is subscribed. */
  joined(): boolean;
}

/** Consumes changes of services while it runs. A start does not wait until it has joined its group. */
export const createChangeConsumer = (
  bus: Pick<Bus, 'subscribe'>,
  { sources, ...options }: ChangeConsumerOptions,
): ChangeConsumer => {
  let joined = false;
  return {
    joined: () => joined,
    async run(signal) {
      const subscription = await bus.subscribe({ ...options, topics: sources.map(formatTopic) });
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
