import { bool, defineResource, oneOf, readOnly, required, str, writable, type Descriptor } from '@porchlight/resource';
import { WebhookServiceDefinition, type Webhook } from '../generated/porchlight/notifier/v1/webhook_service';
import { OWNER } from '../roles';
import { WEBHOOK_EVENTS } from './webhook-events';

const STATUSES = ['Active', 'Disabled'] as const;

/** Subscription of a partner to one kind of change (specification: Webhook). */
export const webhooks = defineResource<Webhook>(WebhookServiceDefinition, {
  description: 'Webhooks and their deliveries.',
  roles: { read: OWNER, write: OWNER },
  requiresSystem: true,
  timestamps: false,
  names: ['systems'],
  fields: {
    status: writable(oneOf(STATUSES), { nullable: false }),
    event: required(oneOf(WEBHOOK_EVENTS)),
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
    anySystem: { type: 'bool', match: 'rule' },
  },
  options: { anySystem: { type: 'bool', verbs: ['get', 'update', 'delete'] } },
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
  fields: { ...webhooks.fields, event: required(oneOf(events)) },
  filters: { ...webhooks.filters, event: { ...webhooks.filters['event']!, among: events } },
});
