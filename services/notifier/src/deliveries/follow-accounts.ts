import type { BatchHandler } from '@porchlight/bus';
import { decodeChange } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import type { AccountCopies } from '../copies';
import type { DeliveryStore } from './delivery-store';
import { formatDestination } from './destination';
import type { Endpoint, EndpointDirectory } from './endpoint-directory';

interface FollowAccountsOptions {
  readonly accounts: Pick<AccountCopies, 'apply' | 'byId'>;
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
  const { accounts, directory, deliveryStore, onDue, clock } = options;
  const resume = async (accountId: number): Promise<void> => {
    const endpoints = (await directory.findByAccounts([accountId])).get(accountId) ?? [];
    const active = endpoints.filter((endpoint) => endpoint.active);
    for (const endpoint of active)
      await deliveryStore.resume(accountId, endpoint.id, formatDestination(endpoint), clock.date());
    onDue();
  };
  return async (batch, { signal }) => {
    const changes = batch.filter(({ type }) => type.startsWith('auth.accounts.'));
    const decoded = changes.map(({ value }) => decodeChange(value));
    for (const accountId of await accounts.apply(decoded, signal)) {
      directory.invalidate(accountId);
      if ((await accounts.byId(accountId, accountId))?.held === false) await resume(accountId);
    }
  };
};

/** Wraps `load`: marks the endpoints of disabled accounts as held. */
export const withAccountStatus =
  (accounts: Pick<AccountCopies, 'byPairs'>, load: (accountIds: readonly number[]) => Promise<readonly Endpoint[]>) =>
  async (accountIds: readonly number[]): Promise<readonly Endpoint[]> => {
    const [endpoints, copies] = await Promise.all([
      load(accountIds),
      accounts.byPairs(accountIds.map((accountId) => ({ accountId, id: accountId }))),
    ]);
    const held = new Set(copies.filter((copy) => copy.held).map(({ accountId }) => accountId));
    if (held.size === 0) return endpoints;
    return endpoints.map((endpoint) =>
      held.has(endpoint.accountId) ? { ...endpoint, held: true as const } : endpoint,
    );
  };
