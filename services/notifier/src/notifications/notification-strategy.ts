import type { Notification } from '@porchlight/contracts';
import type { FilterValues } from '@porchlight/resource';
import type { Strategy } from '@porchlight/store';
import type { NotificationDocument } from './notification-document';

/** Rules of notifications: all users, also owners, see and mark only their own (decisions section 4). */
export const notificationStrategy: Strategy<Notification, NotificationDocument> = {
  planList: ({ actor: { userId } }, { filters }) => ({
    conditions: [{ userId }],
    counter: findCounter(userId, filters),
  }),
  render: ({ link, personId }) => ({
    link: link ?? (personId === undefined ? undefined : `/console/people/${personId}`),
  }),
  counts: ({ userId, read }) => (read ? [`user:${userId}`] : [`user:${userId}`, `unread:${userId}`]),
};

const findCounter = (userId: number, [filter, ...others]: readonly FilterValues[]): string | undefined => {
  if (!filter) return `user:${userId}`;
  const isUnread = others.length === 0 && filter.name === 'read' && filter.values[0] === 'false';
  return isUnread ? `unread:${userId}` : undefined;
};
