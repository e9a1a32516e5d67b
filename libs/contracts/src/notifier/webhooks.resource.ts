import { defineResource, int, oneOf, readOnly, required, str, time, writable } from '@porchlight/resource';
import type { Webhook } from '../generated/porchlight/notifier/v1/webhook_service';
import { OWNER } from '../roles';
import { WEBHOOK_EVENTS } from './webhook-events';

const STATUSES = ['Active', 'Disabled'] as const;

/** Where a partner wants to be told of one kind of change (specification: Webhook). */
export const webhooks = defineResource<Webhook>({
  service: 'notifier',
  resource: 'webhooks',
  noun: 'Webhook',
  nouns: 'Webhooks',
  path: 'webhooks',
  collection: 'webhooks',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: OWNER, get: OWNER, list: OWNER, update: OWNER, delete: OWNER },
  visibility: 'account',
  demandsSystem: true,
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    status: writable(oneOf(STATUSES), { nullable: false }),
    event: required(oneOf(WEBHOOK_EVENTS)),
    url: required(str({ max: 2048, min: 1 })),
    // The owner in person reads those of every system and changes those of the console alone.
    system: readOnly(str(), { shown: 'whenNamed' }),
    secret: readOnly(str(), { shown: 'whenSet' }),
    version: readOnly(int(), { shown: false }),
  },
  filters: {
    event: { type: 'string', match: 'equals', many: true, among: WEBHOOK_EVENTS },
    status: { type: 'string', match: 'equals', many: true, among: STATUSES },
  },
  sorts: {
    id: { on: 'id' },
    created: { on: 'created' },
    updated: { on: 'updated' },
    status: { on: 'status' },
    event: { on: 'event' },
  },
});
