import { bool, defineResource, oneOf, readOnly, required, str, writable, type Descriptor } from '@porchlight/resource';
import { WebhookServiceDefinition, type Webhook } from '../generated/porchlight/notifier/v1/webhook_service';
import { OWNER } from '../roles';
import { describeWebhookEvents, WEBHOOK_EVENTS } from './webhook-events';

const STATUSES = ['Active', 'Disabled'] as const;
const STATUSES_MEANINGS = {
  Active: 'Notifications are sent.',
  Disabled: 'Nothing is sent. Set Active to continue with pending deliveries.',
} as const;

/** Subscription of a partner to one kind of change (specification: Webhook). */
export const webhooks = defineResource<Webhook>(WebhookServiceDefinition, {
  description: 'Webhooks and their deliveries.',
  roles: { read: OWNER, write: OWNER },
  requiresSystem: true,
  timestamps: false,
  names: ['systems'],
  describe: {
    status: 'Whether notifications are sent.',
    event: 'Event that the webhook is for.',
    url: 'HTTPS address that gets the notifications.',
    earlyRetries: 'True: failed deliveries are also tried after 5 s, 1 min and 10 min.',
    system: 'Name of the system that created the webhook.',
    secret: 'Secret that signs the notifications. Only in the response to the create.',
  },
  fields: {
    status: writable(oneOf(STATUSES, { describe: STATUSES_MEANINGS }), { nullable: false }),
    event: required(oneOf(WEBHOOK_EVENTS, { describe: describeWebhookEvents(WEBHOOK_EVENTS) })),
    url: required(str({ max: 2048, min: 1 })),
    // Attempts after 5 s, 1 min and 10 min besides the hourly ones (D13.8).
    earlyRetries: writable(bool(), { nullable: false, fallback: false }),
    // The owner controls webhooks of every system; the other fields and the secret are changed only by the system.
    system: readOnly(str(), { visible: 'onRequest' }),
    secret: readOnly(str(), { visible: 'whenSet' }),
  },
  filters: {
    event: { type: 'string', match: 'equals', many: true, among: WEBHOOK_EVENTS },
    status: { type: 'string', match: 'equals', many: true, among: STATUSES },
    // Webhooks of all systems, never by default (D13.9).
    anySystem: { describe: 'True: webhooks of every system; for owners.', type: 'bool', match: 'rule' },
  },
  options: {
    anySystem: {
      describe: 'True: a webhook of another system; for owners.',
      type: 'bool',
      verbs: ['get', 'update', 'delete'],
    },
  },
  sorts: {
    id: { column: 'id' },
    created: { column: 'created' },
    updated: { column: 'updated' },
    status: { column: 'status' },
    event: { column: 'event' },
  },
});

/** The descriptor of webhooks with these event names. */
export const withWebhookEvents = (events: readonly string[]): Descriptor<Webhook> => ({
  ...webhooks,
  fields: {
    ...webhooks.fields,
    event: { ...webhooks.fields.event, codec: oneOf(events, { describe: describeWebhookEvents(events) }) },
  },
  filters: { ...webhooks.filters, event: { ...webhooks.filters['event']!, among: events } },
});
