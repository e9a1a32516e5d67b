import type { FeatureContext } from '../feature-context';
import { eventRecordSchema } from './event-record';
import { createEventPaths } from './event-paths';
import { createEventStore } from './event-store';
import { createSecretBox } from './secret-box';
import { column, type Columns, type Stored } from '@porchlight/store';

export { assignEventIds, EVENT_SECONDS, type EventRecord } from './event-record';
export { createEventPaths, type EventPaths } from './event-paths';
export type { EventStore } from './event-store';
export { formatPayload } from './payload-body';
export { createSecretBox, type SecretBox } from './secret-box';
export { createSecret } from './signatures';
export { signHeaders } from './signed-headers';

export const signingColumns = {
  /** Sealed signing secrets, newest first. */
  secrets: column.listOf(column.text),
  /** Sealed replaced secrets, which also sign until `until`, newest first. */
  retiring: column.optional(column.listOf(column.nested({ secret: column.text, until: column.date }))),
} satisfies Columns;

/** Signing secrets in a document. */
export type SigningDocument = Stored<typeof signingColumns>;

/** Returns the replaced secrets that still sign. */
export const stillValid = ({ retiring = [] }: SigningDocument, now: Date): { secret: string; until: Date }[] =>
  retiring.filter(({ until }) => until > now);

/** Decrypts all secrets that sign now, newest first. */
export const signingSecrets = (document: SigningDocument, now: Date, open: (sealed: string) => string): string[] =>
  [...document.secrets, ...stillValid(document, now).map(({ secret }) => secret)].map(open);

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
