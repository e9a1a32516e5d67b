import type { Clock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { createEventBatchStore } from './email-events/event-batch-store';
import { createEventStore, type EventSequence, type SentSum } from './email-events/event-store';
import { createEventRows } from './email-events/event-rows';
import { createInquiryStreets } from './copies/inquiry-streets';
import { createReplicationLag } from './copies/replication-lag';
import { createPersonCopies } from './copies/person-copies';
import { createPlanDirectory } from './action-plans/plan-directory';
import { createUnsubscribedAddresses, type UnsubscribedAddress } from './unsubscribes/unsubscribed-addresses';
import { createUserCopies } from './copies/user-copies';
import type { ActionPlanDocument } from './action-plans/action-plans-strategy';
import type { EventRow } from './email-events/event-rows-strategy';
import type { EventBatch } from './email-events/event-batch';
import type { Inquiry, PersonCopy, UserCopy } from './copies/local-copies';
import type { StoredEvent } from './email-events/stored-event';

/** Opens the collections besides the resources: copies of people and users, email events and their counts. */
export const openAdapters = (store: Store, clock: Clock) => {
  const people = createPersonCopies(store.collection<PersonCopy>('people'), clock);
  const users = createUserCopies(store.collection<UserCopy>('users'));
  const inquiries = createInquiryStreets(store.collection<Inquiry>('inquiries'));
  const ledger = createEventStore({
    events: store.collection<StoredEvent>('emEventLog'),
    sums: store.collection<SentSum>('emSums'),
    sequences: store.collection<EventSequence>('emEventIds'),
  });
  return {
    people,
    users,
    inquiries,
    ledger,
    unsubscribes: createUnsubscribedAddresses(store.collection<UnsubscribedAddress>('unsubscribes')),
    keyedRows: createEventRows(store.collection<EventRow>('emEvents'), clock),
    journal: createEventBatchStore(store.collection<EventBatch>('emBatches')),
    freshness: createReplicationLag(clock),
    directory: createPlanDirectory(store.collection<ActionPlanDocument>('actionPlans')),
    ensureIndexes: async (): Promise<void> => {
      await Promise.all([people, users, inquiries, ledger].map((one) => one.ensureIndexes()));
    },
  };
};

/** All that `openAdapters` opens. */
export type Adapters = ReturnType<typeof openAdapters>;
