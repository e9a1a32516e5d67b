import type { Notification } from '@porchlight/contracts';
import type { Strategy } from '@porchlight/store';
import type { NotificationDocument } from './notification-document';

/** Rules of notifications: all users, also owners, see and mark only their own (decisions section 4). */
export const notificationStrategy: Strategy<Notification, NotificationDocument> = {
  toRecord: (document) => ({
    id: document.id,
    created: document.created,
    updated: document.updated,
    userId: document.userId,
    type: document.type,
    personId: document.personId,
    message: document.message,
    read: document.read,
    version: document.version,
  }),
  mayView: (call, document) => document.userId === call.actor.userId,
  listCondition: (call) => ({ userId: call.actor.userId }),
  countsOf: ({ userId, read }) => (read ? [`user:${userId}`] : [`user:${userId}`, `unread:${userId}`]),
  countFor(call, filters) {
    if (filters.length === 0) return `user:${call.actor.userId}`;
    const [only, ...others] = filters;
    return others.length === 0 && only?.name === 'read' && only.values[0] === 'false'
      ? `unread:${call.actor.userId}`
      : undefined;
  },
};
