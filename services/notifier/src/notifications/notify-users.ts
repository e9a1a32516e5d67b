import type { BatchHandler } from '@porchlight/bus';
import type { Notification } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { mapBounded, type Clock, type Logger } from '@porchlight/runtime';
import { isUniqueConflict, type ResourceStore } from '@porchlight/store';
import type { CopiedUser, UserCopies } from '../copies';
import type { MailQueue } from './mail-queue';
import type { NotificationDocument } from './notification-document';
import { parseNotifications, type NewNotification } from './parse-notifications';

export interface NotifyOptions {
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'insert'>;
  readonly users: Pick<UserCopies, 'find' | 'findOwner' | 'findAdministrators'>;
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
/** Time in which the copy of the owner of a new account arrives, ms. */
const COPY_DELAY_MS = 600_000;

/**
 * Creates notifications, one per user, and then mails from facts, before the offset of the batch is committed.
 * Idempotent. Only active users are notified; an inquiry always has a reader
 * (D13.3).
 */
export const createUserNotifier = (options: NotifyOptions): BatchHandler => {
  const { notifications, users, mails, clock, logger } = options;

  /** The users of notices without a user: the owner, or for an inquiry without an active reader the administrators. */
  const addressed = async (notices: readonly NewNotification[]): Promise<AddressedNotification[]> => {
    const findUser = await users.find(
      notices.flatMap(({ accountId, userId, readerIds = [] }) =>
        [...readerIds, ...(userId === undefined ? [] : [userId])].map((id) => ({ accountId, userId: id })),
      ),
    );
    // A user without a copy was created a moment ago and is notified.
    const isActive = (accountId: number, userId: number): boolean =>
      (findUser(accountId, userId)?.status ?? 'Active') === 'Active';
    // Leads of one batch share the look-up of their account.
    const lookups = new Map<number, Promise<CopiedUser[]>>();
    const findAdministrators = (accountId: number): Promise<CopiedUser[]> => {
      const lookup = lookups.get(accountId) ?? users.findAdministrators(accountId);
      lookups.set(accountId, lookup);
      return lookup;
    };
    const choose = async (notice: NewNotification): Promise<readonly number[]> => {
      const { accountId, userId, fallback, readerIds = [] } = notice;
      if (userId !== undefined) return isActive(accountId, userId) ? [userId] : [];
      if (fallback)
        return readerIds.some((id) => isActive(accountId, id))
          ? []
          : listAdministrators(notice, await findAdministrators(accountId));
      const owner = await users.findOwner(accountId);
      if (!owner) logger.warn({ event: 'notification.no_owner', accountId, about: notice.about });
      return owner ? [owner.userId] : [];
    };
    const chosen = await mapBounded(notices, CONCURRENCY, async (notice) =>
      (await choose(notice)).map((userId) => ({ ...notice, userId, key: `${notice.about}:${userId}` })),
    );
    return chosen.flat();
  };

  /** Throws UNAVAILABLE while the copy of the owner of a new account is on its way, so that the batch is repeated. */
  const listAdministrators = (
    { accountId, about, at }: NewNotification,
    administrators: readonly CopiedUser[],
  ): number[] => {
    if (administrators.length === 0) {
      logger.warn({ event: 'notification.no_owner', accountId, about }, 'the owner of an account is unknown');
      if (at !== undefined && clock.now() - at.getTime() < COPY_DELAY_MS) throw refuse('UNAVAILABLE');
    }
    return administrators.map(({ userId }) => userId);
  };

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
    const recipients = await addressed(notices);
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
