import type { BatchHandler } from '@porchlight/bus';
import type { Notification } from '@porchlight/contracts';
import { mapBounded, type Clock, type Logger } from '@porchlight/runtime';
import { isUniqueConflict, type ResourceStore } from '@porchlight/store';
import type { KnownUser, UserCopies } from './user-copies';
import type { MailQueue } from './mail-queue';
import type { NotificationDocument } from './notification-document';
import { parseNotifications, type NewNotification } from './parse-notifications';

export interface NotifyOptions {
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'findBy' | 'insert'>;
  readonly users: Pick<UserCopies, 'find' | 'findOwner'>;
  /** Undefined if no mail server is configured. */
  readonly mails: Pick<MailQueue, 'add'> | undefined;
  /** Called after mails were added. */
  readonly onMails: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A notification and its user. */
interface AddressedNotification extends NewNotification {
  readonly userId: number;
  readonly key: string;
}

const CONCURRENCY = 50;

/**
 * Creates notifications, one per user, and then mails from facts, before the offset of the batch is committed.
 * Idempotent. Disabled users are not notified.
 */
export const createUserNotifier = (options: NotifyOptions): BatchHandler => {
  const { notifications, users, mails, clock, logger } = options;

  const owned = async (notices: readonly NewNotification[]): Promise<AddressedNotification[]> => {
    const accounts = [
      ...new Set(notices.flatMap(({ accountId, userId }) => (userId === undefined ? [accountId] : []))),
    ];
    const owners = new Map<number, KnownUser | undefined>(
      await mapBounded(
        accounts,
        CONCURRENCY,
        async (accountId) => [accountId, await users.findOwner(accountId)] as const,
      ),
    );
    return notices.flatMap((notice) => {
      const userId = notice.userId ?? owners.get(notice.accountId)?.userId;
      if (userId !== undefined) return [{ ...notice, userId, key: `${notice.about}:${userId}` }];
      logger.warn(
        { event: 'notification.no_owner', accountId: notice.accountId, about: notice.about },
        'the owner of an account is unknown',
      );
      return [];
    });
  };

  const record = async (notice: AddressedNotification, signal: AbortSignal): Promise<void> => {
    const { accountId, userId, type, personId, message, key } = notice;
    const call = { actor: { accountId, userId: 0, role: 'Operator' }, signal } as const;
    if ((await notifications.findBy(call, 'key', key, 1)).length > 0) return;
    try {
      // Only its user sees a notification.
      await notifications.insert(
        call,
        { userId, type, message, read: false, key, ...(personId !== undefined && { personId }) },
        { silent: true },
      );
    } catch (error) {
      // Another process created it.
      if (!isUniqueConflict(error)) throw error;
    }
  };

  return async (batch, { signal }) => {
    const notices = await owned(batch.flatMap(parseNotifications));
    if (notices.length === 0) return;
    const known = await users.find(notices);
    // A user without a copy was created a moment ago and is notified.
    const wanted = notices.filter(({ accountId, userId }) => known(accountId, userId)?.status !== 'Disabled');
    await mapBounded(wanted, CONCURRENCY, (notice) => record(notice, signal));
    if (!mails || wanted.length === 0) return;
    const now = clock.date();
    await mails.add(
      wanted.map(({ accountId, userId, key, message }) => {
        const created = new Date(now);
        return {
          _id: `${accountId}:${key}`,
          accountId,
          userId,
          subject: message,
          text: `${message}\n`,
          created,
          dueAt: created,
          tries: 0,
        };
      }),
    );
    options.onMails();
  };
};
