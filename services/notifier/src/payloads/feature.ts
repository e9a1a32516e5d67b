import { createEventPaths, createRegistry, type EventPaths, type Registry } from '@porchlight/contracts';
import type { DocumentCollection } from '@porchlight/store';
import { defineFeature } from '../service';
import { eventRecordSchema, type EventRecord } from './event-record';
import { createEventStore, type EventStore } from './event-store';
import { createSecretBox, type SecretBox } from './secret-box';

/** Stored webhook events, and what requests to receivers contain. */
export interface Payloads {
  /** The collection of events. */
  readonly documents: DocumentCollection<EventRecord>;
  readonly events: EventStore;
  /** The resources and webhook events of the system, with those of other teams. */
  readonly contracts: Registry;
  readonly paths: EventPaths;
  /** Encrypts signing secrets. */
  readonly box: SecretBox;
}

/** Stored webhook events and the encryption of signing secrets. */
export const payloads = defineFeature({
  name: 'payloads',
  open({ store, config, ids }): Payloads {
    const documents = store.collection('webhookEvents', eventRecordSchema);
    const contracts = createRegistry((config.EXTERNAL_SERVICES_FILE ?? []).flatMap(({ resources }) => resources));
    return {
      documents,
      events: createEventStore(documents),
      contracts,
      paths: createEventPaths(contracts, config.PUBLIC_BASE_URL),
      box: createSecretBox(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes)),
    };
  },
});
