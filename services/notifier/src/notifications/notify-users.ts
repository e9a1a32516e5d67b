import type { BatchHandler } from '@porchlight/bus';
import type { Notification } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import { isUniqueConflict, type ResourceStore } from '@porchlight/store';
import { createChooseRecipients, type AddressedNotification, type RecipientOptions } from './choose-recipients';
import type { MailQueue } from './mail-queue';
import type { NotificationDocument } from './notification-document';
import { parseNotifications } from './parse-notifications';

export interface NotifyOptions extends RecipientOptions {
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'insert'>;
  /** Undefined if no mail server is configured. */
  readonly mails: Pick<MailQueue, 'add'> | undefined;
  /** Called after mails were added. */
  readonly onMails: () => void;
}

const CONCURRENCY = 50;

/**
 * Creates notifications, one per user, and then mails from facts, before the offset of the batch is committed.
 * Idempotent. Only active users are notified; an inquiry always has a reader (D13.3).
 */
export const createUserNotifier = (options: NotifyOptions): BatchHandler => {
  const { notifications, mails, clock } = options;
  const chooseRecipients = createChooseRecipients(options);

  const record = async (notice: AddressedNotification, signal: AbortSignal): Promise<void> => {
    const { accountId, userId, type, personId, message, link, key } = notice;
    const call = { actor: { accountId, userId: 0, role: 'Operator' }, signal } as const;
    try {
      // Only its user sees a notification.
      await notifications.insert(
        call,
        {
          userId,
          type,
          message,
          read: false,
          ...(mails && { mailQueued: true as const }),
          key,
          ...(personId !== undefined && { personId }),
          ...(link !== undefined && { link }),
        },
        { silent: true },
      );
    } catch (error) {
      // The fact was repeated, or another process created it.
      if (!isUniqueConflict(error)) throw error;
    }
  };

  return async (batch, { signal }) => {
    const notices = batch.flatMap(parseNotifications);
    if (notices.length === 0) return;
    const recipients = await chooseRecipients(notices);
    await mapBounded(recipients, CONCURRENCY, (notice) => record(notice, signal));
    if (!mails || recipients.length === 0) return;
    const now = clock.date();
    await mails.add(
      recipients.map(({ accountId, userId, key, message, subject, text = message }) => {
        const created = new Date(now);
        return {
          _id: `${accountId}:${key}`,
          accountId,
          userId,
          subject,
          text: `${text}\n`,
          created,
          dueAt: created,
          tries: 0,
        };
      }),
    );
    options.onMails();
  };
};
