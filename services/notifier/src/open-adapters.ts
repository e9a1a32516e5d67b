import type { Store } from '@porchlight/store';
import { attemptIndexes, createDeliveryStore, deliveryIndexes } from './deliveries/delivery-store';
import { createDeliveryLog } from './deliveries/delivery-log';
import { createEventBatchStore, eventIndexes } from './payloads/event-store';
import type { AttemptDocument, Delivery } from './deliveries/delivery';
import type { EventRecord } from './payloads/event-record';
import type { AccountStanding } from './deliveries/follow-accounts';

/** Opens the collections besides the resources: events, deliveries with their attempts, and held accounts. */
export const openAdapters = (store: Store) => {
  const events = store.collection<EventRecord>('webhookEvents');
  const deliveries = store.collection<Delivery>('deliveries');
  const attempts = store.collection<AttemptDocument>('attempts');
  return {
    /** The collections, for erasure. */
    documents: { events, deliveries, attempts },
    standings: store.collection<AccountStanding>('accountStandings'),
    events: createEventBatchStore(events),
    book: createDeliveryStore(deliveries, attempts),
    log: createDeliveryLog(deliveries, attempts),
    ensureIndexes: async (): Promise<void> => {
      await Promise.all([
        events.ensureIndexes(eventIndexes),
        deliveries.ensureIndexes(deliveryIndexes),
        attempts.ensureIndexes(attemptIndexes),
      ]);
    },
  };
};
