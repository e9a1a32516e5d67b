import { bool, defineResource, int, readOnly, str, text, time, writable } from '@porchlight/resource';
import type { Notification } from '../generated/porchlight/notifier/v1/notification_service';
import { EVERYONE } from '../roles';

/**
 * What a user is told: a new lead, a webhook that was disabled (decisions section 4). Everybody sees their own only.
 */
export const notifications = defineResource<Notification>({
  service: 'notifier',
  resource: 'notifications',
  noun: 'Notification',
  nouns: 'Notifications',
  path: 'notifications',
  collection: 'notifications',
  verbs: ['get', 'list', 'update'],
  roles: { get: EVERYONE, list: EVERYONE, update: EVERYONE },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time(), { shown: false }),
    userId: readOnly(int(), { shown: false }),
    type: readOnly(str()),
    personId: readOnly(int()),
    message: readOnly(text()),
    read: writable(bool(), { nullable: false, fallback: false }),
    version: readOnly(int(), { shown: false }),
  },
  filters: {
    type: { type: 'string', match: 'equals', many: true },
    read: { type: 'bool', match: 'equals' },
  },
  sorts: { id: { on: 'id' } },
});
