import type { FeatureContext } from '../feature-context';
import { eventRecordSchema } from './event-record';
import { createEventPaths } from './event-paths';
import { createEventStore } from './event-store';
import { createSecretBox } from './secret-box';

export { assignEventIds, EVENT_SECONDS, type EventRecord } from './event-record';
export { createEventPaths, type EventPaths } from './event-paths';
export type { EventStore } from './event-store';
export { formatPayload } from './payload-body';
export { createSecretBox, type SecretBox } from './secret-box';
export { createSecret } from './signatures';
export { signHeaders } from './signed-headers';
export { signingColumns, signingSecrets, stillValid, type SigningDocument } from './signing-secrets';

/** Stored webhook events and the encryption of signing secrets. */
export const openPayloads = ({ store, config, ids, contracts }: FeatureContext) => {
  const documents = store.collection('webhookEvents', eventRecordSchema);
  return {
    documents,
    events: createEventStore(documents),
    paths: createEventPaths(contracts, config.PUBLIC_BASE_URL),
    box: createSecretBox(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes)),
  };
};

export type Payloads = ReturnType<typeof openPayloads>;
