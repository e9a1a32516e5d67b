import {
  createPollLoop,
  DAY_MS,
  HOUR_MS,
  mapBounded,
  type Clock,
  type Logger,
  type PollLoop,
} from '@porchlight/runtime';
import type { Notification } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { type DocumentCollection, type ResourceStore, inAllAccounts } from '@porchlight/store';
import { NOTIFICATION_SECONDS, type NotificationDocument } from '../notifications';

export interface NotificationExpiryOptions {
  readonly documents: Pick<DocumentCollection<NotificationDocument>, 'find'>;
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'remove'>;
  /** Held by one process at a time. */
  readonly lease: { hold(): Promise<boolean>; release(): Promise<void> };
  readonly clock: Clock;
  readonly logger: Logger;
}

const AT_ONCE = 200;
const CONCURRENCY = 4;
const INTERVAL_MS = HOUR_MS;
/** Length of the first window, which bounds the cost of a poll. */
/** Other processes wait this long for a dead one, ms. */
export const EXPIRY_LEASE_MS = 60_000;

/** Deletes notifications after 90 days. Not with a TTL index, because the counters of unread ones must be updated. */
export const createNotificationExpiry = (options: NotificationExpiryOptions): PollLoop => {
  const { documents, notifications, lease, clock, logger } = options;
  const forget = ({ accountId, userId, id }: NotificationDocument, signal: AbortSignal): Promise<unknown> =>
    unlessGone(notifications.remove({ actor: { accountId, userId, role: 'Operator' }, signal }, id));

  const look = async (signal: AbortSignal): Promise<boolean> => {
    const end = clock.now() - NOTIFICATION_SECONDS * 1_000;
    const read = (after: number) =>
      documents.find(inAllAccounts({ created: { $gt: new Date(after), $lt: new Date(end) } }), {
        sort: { created: 1 },
        limit: AT_ONCE,
      });
    // Only the first poll after a long downtime finds older ones.
    let old = await read(end - DAY_MS);
    if (old.length === 0) old = await read(0);
    // A deleted record remains briefly as a tombstone.
    old = old.filter(({ deletedAt }) => !deletedAt);
    if (old.length === 0 || !(await lease.hold())) return false;
    await mapBounded(old, CONCURRENCY, (document) => forget(document, signal));
    return old.length > 0;
  };

  return createPollLoop({
    look,
    intervalMs: INTERVAL_MS,
    failed: (error, failures) =>
      logger.warn(
        { event: 'notifications.forget_failed', failures, err: error },
        'expired notifications could not be deleted',
      ),
    ended: () => lease.release().catch(() => undefined),
  });
};
