import type { BatchHandler } from '@porchlight/bus';
import type { Notification } from '@porchlight/contracts';
import { mapBounded, type Clock, type Logger } from '@porchlight/runtime';
import { isUniqueConflict, type ResourceStore } from '@porchlight/store';
import type { KnownUser, MailQueue, UserCopies } from '../ports';
import type { NotificationDocument } from '../resources/notification-document';
import { noticesOf, type UserNotice } from '../rules/notices-of';

export interface NotifyOptions {
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'findBy' | 'insert'>;
  readonly users: Pick<UserCopies, 'of' | 'ownerOf'>;
  /** Absent while no mail server is configured: nothing waits for one. */
  readonly mails: Pick<MailQueue, 'add'> | undefined;
  /** Mails were added. */
  readonly onMails: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A notice with the user it is for. */
interface Addressed extends UserNotice {
  readonly userId: number;
  readonly key: string;
}

const CONCURRENCY = 50;

/**
 * Turns facts into notifications, one for each user, and into mails; notifications first, both before the batch counts
 * as done. A batch that comes again tells nobody twice. Disabled users are told nothing.
 */
export const createUserNotifier = (options: NotifyOptions): BatchHandler => {
  const { notifications, users, mails, clock, logger } = options;

  const owned = async (notices: readonly UserNotice[]): Promise<Addressed[]> => {
    const accounts = [
      ...new Set(notices.flatMap(({ accountId, userId }) => (userId === undefined ? [accountId] : []))),
    ];
    const owners = new Map<number, KnownUser | undefined>(
      await mapBounded(
        accounts,
        CONCURRENCY,
        async (accountId) => [accountId, await users.ownerOf(accountId)] as const,
      ),
    );
    return notices.flatMap((notice) => {
      const userId = notice.userId ?? owners.get(notice.accountId)?.userId;
      if (userId !== undefined) return [{ ...notice, userId, key: `${notice.about}:${userId}` }];
      logger.warn(
        { event: 'notification.no_owner', accountId: notice.accountId, about: notice.about },
        'the owner of an account is not known',
      );
      return [];
    });
  };

  const record = async (notice: Addressed, signal: AbortSignal): Promise<void> => {
    const { accountId, userId, type, personId, message, key } = notice;
    const call = { actor: { accountId, userId: 0, role: 'Operator' }, signal } as const;
    if ((await notifications.findBy(call, 'key', key, 1)).length > 0) return;
    try {
      // Of a notification nobody but its user is told.
      await notifications.insert(
        call,
        { userId, type, message, read: false, key, ...(personId !== undefined && { personId }) },
        { silent: true },
      );
    } catch (error) {
      // Another process was quicker.
      if (!isUniqueConflict(error)) throw error;
    }
  };

  return async (batch, { signal }) => {
    const notices = await owned(batch.flatMap(noticesOf));
    if (notices.length === 0) return;
    const known = await users.of(notices);
    // One who is not known yet was added a moment ago, and is told.
    const told = notices.filter(({ accountId, userId }) => known(accountId, userId)?.status !== 'Disabled');
    await mapBounded(told, CONCURRENCY, (notice) => record(notice, signal));
    if (!mails || told.length === 0) return;
    const now = clock.date();
    await mails.add(
      told.map(({ accountId, userId, key, message }) => {
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
