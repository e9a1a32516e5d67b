import type { Store } from '@porchlight/store';
import { attemptIndexes, createDeliveryStore, deliveryIndexes } from './adapters/delivery-collection';
import { createDeliveryLog } from './adapters/delivery-log';
import { createEventBatchStore, eventIndexes } from './adapters/event-collection';
import type { AttemptDocument, Delivery } from './delivery/delivery';
import type { EventRecord } from './notification/event-record';
import type { AccountStanding } from './usecases/follow-accounts';

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
