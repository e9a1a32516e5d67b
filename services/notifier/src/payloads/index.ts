export { payloads, type Payloads } from './feature';
export { assignEventIds, EVENT_SECONDS, type EventRecord } from './event-record';
export type { EventStore } from './event-store';
export { formatPayload } from './payload-body';
export { createSecretBox, type SecretBox } from './secret-box';
export { createSecret } from './signatures';
export { signHeaders } from './signed-headers';
export { signingColumns, signingSecrets, stillValid, type SigningDocument } from './signing-secrets';
