import type { BatchHandler } from '@porchlight/bus';
import { notifications as descriptor, NotificationServiceDefinition, type Notification } from '@porchlight/contracts';
import type { Mailer } from '@porchlight/mail';
import type { RpcServer } from '@porchlight/rpc';
import type { Clock, Logger, PollLoop } from '@porchlight/runtime';
import { handlersOf, type Store } from '@porchlight/store';
import { createMailQueue, mailIndexes } from './mail-queue';
import { createUserCopies, userCopyIndexes, type UserCopy } from './user-copies';
import { notificationIndexes, type NotificationDocument } from './notification-document';
import { notificationStrategy } from './notification-strategy';
import type { MailDocument, UserCopies } from '../ports';
import { createUserNotifier } from './notify-users';
import { createForgetter, FORGET_LEASE_MS } from '../retention/expire-notifications';
import { createMailWorker, MAIL_LEASE_MS } from './send-mails';
import type { ForgetPersonPorts } from '../retention/erase-person';

export interface NotificationOptions {
  readonly store: Store;
  readonly rpc: RpcServer;
  readonly mailer: Mailer;
  /** Longest pause between two looks for mails that are due, ms. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The part that tells users: to be consumed and run by the app. */
export interface Notifications {
  /** Takes changes of auth: copies of users. */
  readonly followUsers: BatchHandler;
  /** Takes facts of people and of this service. */
  readonly notifyUsers: BatchHandler;
  readonly users: UserCopies;
  /** Collections with data about people, for erasure. */
  readonly kept: Pick<ForgetPersonPorts, 'notifications' | 'mails'>;
  /** Absent while no mail server is configured. */
  readonly mailWorker: PollLoop | undefined;
  /** Deletes old notifications. */
  readonly forgetter: PollLoop;
  ensureIndexes(): Promise<void>;
}

/** Puts the part together that tells users: notifications and their mails. */
export const openNotifications = ({
  store,
  rpc,
  mailer,
  intervalMs,
  clock,
  logger,
}: NotificationOptions): Notifications => {
  const notifications = store.resource<Notification, NotificationDocument>({
    descriptor,
    strategy: notificationStrategy,
    indexes: notificationIndexes,
  });
  const copies = store.collection<UserCopy>('userCopies');
  const mails = store.collection<MailDocument>('mails');
  const users = createUserCopies(copies);
  const queue = createMailQueue(mails);
  const mailWorker = mailer.configured
    ? createMailWorker({ queue, users, mailer, lease: store.lease('mails', MAIL_LEASE_MS), intervalMs, clock, logger })
    : undefined;
  rpc.add(NotificationServiceDefinition, handlersOf(descriptor, notifications) as never);
  return {
    followUsers: (batch) => users.apply(batch),
    notifyUsers: createUserNotifier({
      notifications,
      users,
      mails: mailWorker && queue,
      onMails: () => mailWorker?.nudge(),
      clock,
      logger,
    }),
    users,
    kept: { notifications, mails },
    mailWorker,
    forgetter: createForgetter({
      documents: store.collection<NotificationDocument>(descriptor.resource),
      notifications,
      lease: store.lease('forget-notifications', FORGET_LEASE_MS),
      clock,
      logger,
    }),
    async ensureIndexes() {
      await Promise.all([copies.ensureIndexes(userCopyIndexes), mails.ensureIndexes(mailIndexes)]);
    },
  };
};
