import { formatTopic, type Publisher } from '@porchlight/bus';
import type { PendingChange } from '@porchlight/store';

const PUBLISH_TIMEOUT_MS = 10_000;

/** Publishes the changes of a service on its topic, keyed by account, so that changes of an account stay in order. */
export const publishChanges =
  (service: string, publisher: Publisher) =>
  (changes: readonly PendingChange[]): Promise<void> =>
    publisher.publish(
      formatTopic(service),
      changes.map(({ accountId, eventId, type, occurred, value, traceparent }) => ({
        key: String(accountId),
        id: eventId,
        type,
        time: occurred,
        value,
        ...(traceparent !== undefined && { headers: { traceparent } }),
      })),
      { timeoutMs: PUBLISH_TIMEOUT_MS },
    );
