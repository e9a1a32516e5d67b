import type { SubscribeOptions, Subscription } from '@porchlight/bus';

/** A membership in a consumer group, as a service asks for it. */
export interface ConsumerOptions extends SubscribeOptions {
  /** The handler deletes and reassigns nothing: it gets messages that their owner did not confirm. */
  readonly recordsOnly?: boolean;
}

/** Joins a consumer group. */
export type Subscribe = (options: ConsumerOptions) => Promise<Subscription>;
