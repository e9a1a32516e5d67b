import { formatTopic, type SubscribeOptions, type Subscription } from '@porchlight/bus';
import type { Worker } from '@porchlight/runtime';

/** A membership in a consumer group, as a service asks for it. */
export interface ConsumerOptions extends SubscribeOptions {
  /** The handler deletes and reassigns nothing: it gets messages that their owner did not confirm. */
  readonly recordsOnly?: boolean;
}

/** Joins a consumer group. */
export type Subscribe = (options: ConsumerOptions) => Promise<Subscription>;

export interface ChangeConsumerOptions extends Pick<
  ConsumerOptions,
  'group' | 'handler' | 'types' | 'lingerMs' | 'recordsOnly'
> {
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
  { subscribe }: { readonly subscribe: Subscribe },
  { sources, ...options }: ChangeConsumerOptions,
): ChangeConsumer => {
  let joined = false;
  return {
    joined: () => joined,
    async run(signal) {
      const subscription = await subscribe({ ...options, topics: sources.map(formatTopic) });
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
