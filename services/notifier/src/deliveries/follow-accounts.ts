import type { BatchHandler } from '@porchlight/bus';
import { Account, Change } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import { attemptIdOf, type AttemptDocument, type Delivery } from './delivery';
import { destinationOf } from './destination';
import type { DeliveryStore, Endpoint, WebhookDirectory } from '../ports';

/** Status of an account that was ever disabled or deleted; `_id` is its id. */
export interface AccountStanding {
  readonly _id: number;
  readonly version: number;
  /** Nothing is sent for it now. */
  readonly held: boolean;
}

export interface FollowAccountsOptions {
  readonly standings: Pick<DocumentCollection<AccountStanding>, 'insertMany' | 'updateOne'>;
  /** Endpoints of deliveries. */
  readonly directories: readonly WebhookDirectory[];
  readonly book: Pick<DeliveryStore, 'resume'>;
  /** Deliveries are due. */
  readonly onDue: () => void;
  readonly clock: Pick<Clock, 'date'>;
}

/**
 * Consumes account changes: pending deliveries of a disabled or deleted account are held, as for a disabled webhook;
 * after it is enabled they are due at once.
 */
export const followAccounts = ({ standings, directories, book, onDue, clock }: FollowAccountsOptions): BatchHandler => {
  const note = async (accountId: number, version: number, held: boolean): Promise<void> => {
    const newer = { $lt: ['$version', version] };
    await standings.insertMany([{ _id: accountId, version: 0, held: false }]);
    await standings.updateOne({ _id: accountId }, [
      { $set: { held: { $cond: [newer, held, '$held'] }, version: { $cond: [newer, version, '$version'] } } },
    ]);
    for (const directory of directories) directory.forget(accountId);
  };
  const resume = async (accountId: number): Promise<void> => {
    const found = await Promise.all(directories.map((directory) => directory.ofAccounts([accountId])));
    const active = found.flatMap((endpoints) => endpoints.get(accountId) ?? []).filter((endpoint) => endpoint.active);
    for (const endpoint of active) await book.resume(accountId, endpoint.id, destinationOf(endpoint), clock.date());
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

/** Endpoints as they are loaded, held where their account is. */
export const holdingEndpoints =
  (
    standings: Pick<DocumentCollection<AccountStanding>, 'find'>,
    load: (accountIds: readonly number[]) => Promise<readonly Endpoint[]>,
  ) =>
  async (accountIds: readonly number[]): Promise<readonly Endpoint[]> => {
    const [endpoints, known] = await Promise.all([
      load(accountIds),
      standings.find({ _id: { $in: [...accountIds] } }, { limit: accountIds.length }),
    ]);
    const held = new Set(known.filter((standing) => standing.held).map(({ _id }) => _id));
    if (held.size === 0) return endpoints;
    return endpoints.map((endpoint) =>
      held.has(endpoint.accountId) ? { ...endpoint, held: true as const } : endpoint,
    );
  };

const AT_ONCE = 500;
/** Attempts under way may still write their results. */
const ENDED_FROM_SWEEP = 1;

/**
 * Deletes the deliveries of a deleted account with their attempts, which have no account field; not in the first pass,
 * while results may arrive. Returns the collections that the generic erasure must skip.
 */
export const forgetDeliveries =
  (
    deliveries: Pick<DocumentCollection<Delivery>, 'find' | 'deleteMany'>,
    attempts: Pick<DocumentCollection<AttemptDocument>, 'deleteMany'>,
  ) =>
  async (
    { _id: accountId, sweeps }: { readonly _id: number; readonly sweeps: number },
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    for (let left = sweeps >= ENDED_FROM_SWEEP; left;) {
      signal.throwIfAborted();
      const found = await deliveries.find({ accountId }, { limit: AT_ONCE, projection: { tries: 1 } });
      const made = found.flatMap(({ _id, tries }) => Array.from({ length: tries }, (_, n) => attemptIdOf(_id, n + 1)));
      for (let at = 0; at < made.length; at += AT_ONCE)
        await attempts.deleteMany({ _id: { $in: made.slice(at, at + AT_ONCE) } });
      if (found.length > 0) await deliveries.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
      left = found.length === AT_ONCE;
    }
    return ['deliveries', 'attempts'];
  };
