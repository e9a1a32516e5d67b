import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import type { Endpoint, EndpointDirectory } from './endpoint-directory';
import type { BatchHandler } from '@porchlight/bus';
import { Account, Change } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import { formatDestination } from './destination';
import type { DeliveryStore } from './delivery-store';

interface FollowAccountsOptions {
  readonly statuses: Pick<DocumentCollection<AccountStatus>, 'insertMany' | 'updateOne'>;
  /** Endpoints of deliveries. */
  readonly directory: Pick<EndpointDirectory, 'findByAccounts' | 'invalidate'>;
  readonly deliveryStore: Pick<DeliveryStore, 'resume'>;
  /** Called when deliveries are due. */
  readonly onDue: () => void;
  readonly clock: Pick<Clock, 'date'>;
}

/**
 * Consumes account changes: pending deliveries of a disabled or deleted account are held, as for a disabled webhook;
 * after it is enabled they are due at once.
 */
export const followAccounts = (options: FollowAccountsOptions): BatchHandler => {
  const { statuses, directory, deliveryStore, onDue, clock } = options;
  const note = async (accountId: number, version: number, held: boolean): Promise<void> => {
    const newer = { $lt: ['$version', version] };
    await statuses.insertMany([{ _id: accountId, version: 0, held: false }]);
    await statuses.updateOne({ _id: accountId }, [
      { $set: { held: { $cond: [newer, held, '$held'] }, version: { $cond: [newer, version, '$version'] } } },
    ]);
    directory.invalidate(accountId);
  };
  const resume = async (accountId: number): Promise<void> => {
    const endpoints = (await directory.findByAccounts([accountId])).get(accountId) ?? [];
    const active = endpoints.filter((endpoint) => endpoint.active);
    for (const endpoint of active)
      await deliveryStore.resume(accountId, endpoint.id, formatDestination(endpoint), clock.date());
    onDue();
  };
  return async (batch) => {
    for (const { type, value } of batch) {
      if (!type.startsWith('auth.accounts.')) continue;
      const { accountId, record } = Change.decode(value);
      const { status, version } = Account.decode(record);
      await note(accountId, version, status !== 'Active');
      if (status === 'Active') await resume(accountId);
    }
  };
};

/** Status of an account that was ever disabled or deleted; `_id` is its id. */
export const accountStatusSchema = defineDocument({
  _id: column.number,
  version: column.number,
  /** Its deliveries are held. */
  held: column.flag,
});
export type AccountStatus = DocumentOf<typeof accountStatusSchema>;

/** Wraps `load`: marks the endpoints of disabled accounts as held. */
export const withAccountStatus =
  (
    statuses: Pick<DocumentCollection<AccountStatus>, 'find'>,
    load: (accountIds: readonly number[]) => Promise<readonly Endpoint[]>,
  ) =>
  async (accountIds: readonly number[]): Promise<readonly Endpoint[]> => {
    const [endpoints, known] = await Promise.all([
      load(accountIds),
      statuses.find({ _id: { $in: [...accountIds] } }, { limit: accountIds.length }),
    ]);
    const held = new Set(known.filter((status) => status.held).map(({ _id }) => _id));
    if (held.size === 0) return endpoints;
    return endpoints.map((endpoint) =>
      held.has(endpoint.accountId) ? { ...endpoint, held: true as const } : endpoint,
    );
  };
