import { INBOX_CALLBACKS, listWebhookEvents } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { asyncApiInfo, mapTo, referTo, sendsTo } from './asyncapi-parts';
import { notificationSchema } from './webhook-operations';

type Json = Record<string, unknown>;

const SIGNATURE_HEADERS: Json = {
  type: 'object',
  properties: {
    'webhook-id': { type: 'string', description: 'The eventId.' },
    'webhook-timestamp': { type: 'string', description: 'Time of this attempt, seconds since 1970.' },
    'webhook-signature': { type: 'string', description: 'Standard Webhooks signatures, separated by spaces.' },
    'X-System-Signature': { type: 'string', description: 'Hex HMAC-SHA256 of the base64 text of the body.' },
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
};

const payloadSchema = (event: string, properties: Json, required: readonly string[]): Json => ({
  type: 'object',
  properties: {
    eventId: { type: 'string', description: 'Unique; a repeated delivery has the same id.' },
    eventCreated: { type: 'string', format: 'date-time' },
    event: { type: 'string', const: event },
    ...properties,
  },
  required: ['eventId', 'eventCreated', 'event', ...required],
});

const httpsMessage = (name: string, payload: Json): Json => ({
  name,
  contentType: 'application/json',
  headers: referTo('components/schemas/SignatureHeaders'),
  payload,
});

const webhookMessage = (event: string): Json => httpsMessage(event, notificationSchema(event));

const callbackMessage = (event: string): Json =>
  httpsMessage(event, payloadSchema(event, { data: { type: 'object' } }, ['data']));

const httpsChannel = (description: string, events: readonly string[]): Json => ({
  address: null,
  servers: [referTo('servers/receiver')],
  description,
  messages: Object.fromEntries(events.map((event) => [event, referTo(`components/messages/${event}`)])),
});

/** Parts of an AsyncAPI 3.0 document: what partners receive over HTTPS. */
export interface PartnerMessages {
  readonly servers: Json;
  readonly channels: Json;
  readonly operations: Json;
  readonly messages: Json;
  readonly schemas: Json;
}

/** Describes webhooks of partners and callbacks to inbox apps. */
export const createPartnerMessages = (resources: readonly Descriptor[]): PartnerMessages => {
  const events = listWebhookEvents(resources);
  const callbacks = Object.keys(INBOX_CALLBACKS);
  return {
    servers: {
      receiver: { host: 'receiver.example', protocol: 'https', description: 'The registered address of a partner.' },
    },
    channels: {
      webhooks: httpsChannel('POST to the URL of a webhook; see docs/events.md for retries.', events),
      inboxCallbacks: httpsChannel('POST to the subscription URL of an installed inbox app.', callbacks),
    },
    operations: {
      sendWebhooks: sendsTo(
        'webhooks',
        'Porchlight sends webhook notifications.',
        'A signed POST for each event. Failed deliveries are repeated as the guide to webhooks describes.',
      ),
      sendInboxCallbacks: sendsTo(
        'inboxCallbacks',
        'Porchlight sends callbacks to inbox apps.',
        'A signed POST when a user replies in, reads or archives a conversation of the app.',
      ),
    },
    messages: { ...mapTo(events, webhookMessage), ...mapTo(callbacks, callbackMessage) },
    schemas: { SignatureHeaders: SIGNATURE_HEADERS },
  };
};

/** The AsyncAPI 3.0 document that partners read: webhooks and callbacks, no messages between services. */
export const createPartnerAsyncApi = (resources: readonly Descriptor[], version: string): Json => {
  const { messages, schemas, ...parts } = createPartnerMessages(resources);
  return {
    asyncapi: '3.0.0',
    info: asyncApiInfo('Porchlight webhooks', version, 'Webhooks of partners and callbacks to inbox apps.'),
    ...parts,
    components: { messages, schemas },
  };
};
