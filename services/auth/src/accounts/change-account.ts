import { inAllAccounts } from '@porchlight/store';
import { formatTopic, type Publisher } from '@porchlight/bus';
import { Account, Change, type ChangeAccountRequest } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import { createPollLoop, type Logger, type PollLoop } from '@porchlight/runtime';
import type { AccountDocument } from './account-document';
import type { Accounts } from './account-parts';
import { type AccountStatus, requireAccount } from './account-status';

const STATUSES: readonly string[] = ['Active', 'Disabled', 'Deleted'] satisfies AccountStatus[];
const DELETED = { $eq: ['$status', 'Deleted'] };

/**
 * Disables, enables or deletes an account (decisions section 3). Its credentials are refused, by gateways within a
 * second; sessions end. Other services are notified and erase the data of a deleted account. Idempotent.
 */
export const changeAccount =
  (
    parts: Pick<Accounts, 'accounts' | 'loadAccount' | 'clock'>,
    endSessions: (accountId: number) => Promise<unknown>,
    notifyPublisher: () => void,
  ) =>
  async ({ accountId, status }: ChangeAccountRequest): Promise<{ status: string }> => {
    if (!STATUSES.includes(status)) throw invalidBody(`Field 'status' must be one of ${STATUSES.join(', ')}.`);
    await requireAccount(parts, accountId);
    const deletedAt = { $ifNull: ['$deletedAt', parts.clock.date()] };
    // A deletion is final, also against concurrent changes.
    const changed = {
      status: { $cond: [DELETED, 'Deleted', status] },
      version: { $add: [{ $ifNull: ['$version', 0] }, 1] },
      untold: true,
    };
    await parts.accounts.updateOne({ _id: accountId }, [
      { $set: { ...changed, ...(status === 'Deleted' && { name: '', domain: '', deletedAt }) } },
    ]);
    if (status !== 'Active') await endSessions(accountId);
    notifyPublisher();
    return { status };
  };

/** Interval of the poll for unpublished account changes, ms. */
const INTERVAL_MS = 5_000;
const BATCH_SIZE = 100;
const PUBLISH_TIMEOUT_MS = 10_000;

/** No webhook is fired. */
const COMMON_FIELDS = {
  service: 'auth',
  resource: 'accounts',
  webhookEvents: [],
  actorUserId: 0,
  system: '',
  changed: [],
  suppressOwn: false,
  dataJson: '',
  batchId: '',
};

/**
 * Publishes changed accounts as `auth.accounts.updated` and `auth.accounts.deleted`, with retries until it succeeds.
 */
export const createAccountPublisher = (
  parts: Pick<Accounts, 'accounts' | 'clock'> & { bus: Publisher; logger: Logger },
): PollLoop => {
  const { accounts, clock, bus, logger } = parts;
  const publish = async ({ _id: id, status = 'Active', version = 0, settings }: AccountDocument): Promise<void> => {
    const occurred = clock.date();
    // The id is stable, so that consumers recognize repeats.
    const eventId = `account-${id}-${version}`;
    const verb = status === 'Deleted' ? 'deleted' : 'updated';
    const record = Buffer.from(Account.encode({ id, status, version, country: settings?.country ?? '' }).finish());
    const value = Change.encode({
      ...COMMON_FIELDS,
      eventId,
      accountId: id,
      occurred,
      verb,
      ids: [id],
      record,
    }).finish();
    await bus.publish(
      formatTopic('auth'),
      [{ key: String(id), id: eventId, type: `auth.accounts.${verb}`, time: occurred, value }],
      { timeoutMs: PUBLISH_TIMEOUT_MS },
    );
    const isCurrent = { $eq: ['$version', version] };
    await accounts.updateOne({ _id: id }, [
      { $set: { untold: { $cond: [isCurrent, '$$REMOVE', { $ifNull: ['$untold', '$$REMOVE'] }] } } },
    ]);
  };

  return createPollLoop({
    look: async () => {
      for (const account of await accounts.find(inAllAccounts({ untold: true }), { limit: BATCH_SIZE }))
        await publish(account);
      return false;
    },
    intervalMs: INTERVAL_MS,
    failed: (error) =>
      logger.warn(
        { event: 'accounts.publish_failed', err: error },
        'a change of an account could not be published; trying again',
      ),
  });
};
