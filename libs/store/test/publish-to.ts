import type { Bus } from '@porchlight/bus';
import type { StoreOptions } from '../src/contract/store';

/** Publishes changes on one topic, as a service does. */
export const publishTo =
  (bus: Pick<Bus, 'publish'>, topic: string): StoreOptions['publish'] =>
  (changes) =>
    bus.publish(
      topic,
      changes.map(({ accountId, eventId, type, occurred, value }) => ({
        key: String(accountId),
        id: eventId,
        type,
        time: occurred,
        value,
      })),
    );
