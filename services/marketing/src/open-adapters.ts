import type { Clock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { createEventBatchStore } from './adapters/event-batch-store';
import { createEventStore, type EventSequence, type SentSum } from './adapters/event-store';
import { createEventRows } from './adapters/event-rows';
import { createInquiryStreets } from './adapters/inquiry-streets';
import { createNewsLag } from './adapters/news-lag';
import { createPersonCopies } from './adapters/person-copies';
import { createPlanDirectory } from './adapters/plan-directory';
import { createUnsubscribedAddresses, type UnsubscribedAddress } from './adapters/unsubscribed-addresses';
import { createUserCopies } from './adapters/user-copies';
import type { ActionPlanDocument } from './resources/action-plans';
import type { EventRow } from './resources/em-event-rows';
import type { EventBatch } from './rules/event-batch';
import type { Inquiry, PersonCopy, UserCopy } from './rules/local-copies';
import type { StoredEvent } from './rules/stored-event';

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
    freshness: createNewsLag(clock),
    directory: createPlanDirectory(store.collection<ActionPlanDocument>('actionPlans')),
    ensureIndexes: async (): Promise<void> => {
      await Promise.all([people, users, inquiries, ledger].map((one) => one.ensureIndexes()));
    },
  };
};

/** All that `openAdapters` opens. */
export type Adapters = ReturnType<typeof openAdapters>;
