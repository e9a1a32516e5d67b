import { methods, openMailQuota, type MailQuota } from '@porchlight/backend';
import {
  ADMINS,
  notifications as descriptor,
  NotificationServiceDefinition,
  type Notification,
} from '@porchlight/contracts';
import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import { createResourceHandlers, type DocumentCollection, type ResourceStore } from '@porchlight/store';
import { copies } from '../copies';
import { defineFeature } from '../service';
import { mailDigests, type MailDigestJobs } from './mail-digests';
import { createMailGate } from './mail-gate';
import { createMailQueue, mailSchema, type MailDocument } from './mail-queue';
import { createMailboxLimits, mailboxSchema, type MailboxLimits } from './mailbox-limits';
import { notificationColumns, type NotificationDocument, notificationIndexes } from './notification-document';
import { notificationStrategy } from './notification-strategy';
import { createUserNotifier } from './notify-users';
import { NOTIFYING_TYPES } from './parse-notifications';
import { createMailWorker, MAIL_LEASE_MS } from './send-mails';

/** Notifications of users and their mails. */
export interface Notifications {
  readonly notifications: ResourceStore<Notification, NotificationDocument>;
  readonly mails: DocumentCollection<MailDocument>;
  readonly mailboxes: MailboxLimits;
  readonly mailer: Mailer;
  /** Mails of an account and day. */
  readonly quota: MailQuota;
  /** Jobs that write digests. */
  readonly digests: MailDigestJobs;
}

/** Notifications of users, and mails to them. */
export const notifications = defineFeature({
  name: 'notifications',
  needs: { copies },
  open(parts): Notifications {
    const { store, config, clock, logger, metrics, loadAccount, openJobs } = parts;
    return {
      notifications: store.resource<Notification, NotificationDocument>({
        descriptor,
        columns: notificationColumns,
        strategy: notificationStrategy,
        isVisible: ({ actor }, { userId }) => userId === actor.userId,
        indexes: notificationIndexes,
      }),
      mailer: parts.mailer ?? createMailer({ ...mailerOptions(config), logger, metrics }),
      // Also without a mail server: the indexes of a database do not depend on it.
      mails: store.collection('mails', mailSchema),
      mailboxes: createMailboxLimits(store.collection('mailboxes', mailboxSchema), clock),
      quota: openMailQuota('notificationMails', { store, clock, loadAccount }),
      digests: openJobs(mailDigests),
    };
  },
  serve(opened, { store, config, clock, logger, copies: { users, accounts } }) {
    const { notifications: notificationStore, mailer, digests } = opened;
    const queue = createMailQueue(opened.mails);
    const gate = createMailGate({ users, mailsLeave: mailer.leaves, clock });
    const mailWorker = mailer.configured
      ? createMailWorker({
          ...opened,
          queue,
          users,
          gate,
          lease: store.lease('mails', MAIL_LEASE_MS),
          intervalMs: config.NOTIFIER_POLL_INTERVAL_MS,
          clock,
          logger,
        })
      : undefined;
    const handler = createUserNotifier({
      notifications: notificationStore,
      users,
      accounts,
      mails: mailWorker && queue,
      onMails: () => mailWorker?.notify(),
      clock,
      logger,
    });
    return {
      methods: [
        methods(NotificationServiceDefinition, createResourceHandlers(descriptor, notificationStore), {
          roles: ADMINS,
        }),
      ],
      on: { 'notifier.notifications': { types: NOTIFYING_TYPES, handler } },
      workers: { ...(mailWorker && { 'mails.send': () => mailWorker }) },
      jobs: mailWorker ? [digests.run({ ...opened, queue, gate, onMails: mailWorker.notify, clock })] : [],
      stop: () => mailer.close(),
    };
  },
});
