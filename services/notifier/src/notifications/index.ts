import { openMailQuota, type MailQuotaOptions } from '@porchlight/backend';
import { notifications as descriptor, type Notification } from '@porchlight/contracts';
import type { Mailer } from '@porchlight/mail';
import type { Strategy } from '@porchlight/store';
import type { FeatureContext } from '../feature-context';
import { mailDigests } from './mail-digests';
import { createMailGate } from './mail-gate';
import { createMailQueue, mailSchema } from './mail-queue';
import { createMailboxLimits, mailboxSchema } from './mailbox-limits';
import { notificationColumns, type NotificationDocument, notificationIndexes } from './notification-document';
import { createUserNotifier } from './notify-users';
import { createMailWorker, MAIL_LEASE_MS } from './send-mails';
import { createUserCopies } from './user-copies';
import type { FilterValues } from '@porchlight/resource';

export { NOTIFYING_TYPES } from './parse-notifications';
export type { MailDocument } from './mail-queue';
export { NOTIFICATION_SECONDS, type NotificationDocument } from './notification-document';
export type { UserCopies } from './user-copies';

/** Rules of notifications: all users, also owners, see and mark only their own (decisions section 4). */
const notificationStrategy: Strategy<Notification, NotificationDocument> = {
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

/** Notifications of users and their mails, and the copies of users that both need. */
export const registerNotifications = (
  context: FeatureContext,
  { mailer, loadAccount }: { readonly mailer: Mailer; readonly loadAccount: MailQuotaOptions['loadAccount'] },
) => {
  const { store, config, clock, logger } = context;
  const notifications = store.resource<Notification, NotificationDocument>({
    descriptor,
    columns: notificationColumns,
    strategy: notificationStrategy,
    isVisible: ({ actor }, { userId }) => userId === actor.userId,
    indexes: notificationIndexes,
  });
  const mails = store.collection('mails', mailSchema);
  const users = createUserCopies(context.copies.stores);
  const queue = createMailQueue(mails);
  const mailboxes = createMailboxLimits(store.collection('mailboxes', mailboxSchema), clock);
  const gate = createMailGate({ users, mailsLeave: mailer.leaves, clock });
  const digests = context.openJobs(mailDigests);
  // Also without a mail server: the indexes of a database do not depend on it.
  const quota = openMailQuota('notificationMails', { store, clock, loadAccount });
  const mailWorker = mailer.configured
    ? createMailWorker({
        queue,
        users,
        gate,
        mailboxes,
        quota,
        digests,
        mailer,
        lease: store.lease('mails', MAIL_LEASE_MS),
        intervalMs: config.NOTIFIER_POLL_INTERVAL_MS,
        clock,
        logger,
      })
    : undefined;

  context.addConsumer('users.copy', 'copies', { sources: ['auth'], handler: context.copies.handler });
  context.addWorker(context.copies.repairs.name, context.copies.repairs.createWorker());
  if (mailWorker) {
    context.addWorker('mails.send', mailWorker);
    const onMails = mailWorker.notify;
    context.addWorker('mails.digest', digests.createWorker({ queue, gate, mailboxes, onMails, clock }));
  }
  return {
    notifications,
    mails,
    users,
    /** The handler of the consumer that also takes erasures, after the notifications (see retention). */
    notifyUsers: createUserNotifier({
      notifications,
      users,
      mails: mailWorker && queue,
      onMails: () => mailWorker?.notify(),
      clock,
      logger,
    }),
  };
};

export type Notifications = ReturnType<typeof registerNotifications>;
