import type { FeatureContext } from '../feature-context';
import { eventRecordSchema } from './event-record';
import { createEventStore } from './event-store';
import { createSecretBox } from './secret-box';

export { assignEventIds } from './event-record';
export { isEventName, formatUri } from './event-paths';
export { EVENT_SECONDS, type EventRecord } from './event-record';
export type { EventStore } from './event-store';
export { formatPayload } from './payload-body';
export { createSecretBox, type SecretBox } from './secret-box';
export { createSecret } from './signatures';
export { signHeaders } from './signed-headers';
export { signingColumns, signingSecrets, stillValid, type SigningDocument } from './signing-secrets';

/** Stored webhook events and the encryption of signing secrets. */
export const openPayloads = ({ store, config, ids }: FeatureContext) => {
  const documents = store.collection('webhookEvents', eventRecordSchema);
  return {
    documents,
    events: createEventStore(documents),
    box: createSecretBox(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes)),
  };
};

export type Payloads = ReturnType<typeof openPayloads>;
