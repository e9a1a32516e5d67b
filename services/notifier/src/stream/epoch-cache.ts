import { startStopwatch, type Clock } from '@porchlight/runtime';
import { LRUCache } from 'lru-cache';
import type { StreamAccount } from './stream-documents';

/** How long each process may use what it read about an account, ms. */
export const EPOCH_CACHE_MS = 500;
const MAX_ACCOUNTS = 10_000;

/** Creates the cached look-up of the epochs of those accounts whose events are stored. */
export const createFindEpochs = (
  findAccounts: (accountIds: readonly number[]) => Promise<readonly StreamAccount[]>,
  clock: Pick<Clock, 'date'>,
) => {
  const epochs = new LRUCache<number, { epoch: string | undefined; age: () => number }>({ max: MAX_ACCOUNTS });

  return async (accountIds: Iterable<number>): Promise<Map<number, string>> => {
    const missing: number[] = [];
    const result = new Map<number, string>();
    for (const accountId of accountIds) {
      const cached = epochs.get(accountId);
      if (!cached || cached.age() >= EPOCH_CACHE_MS) missing.push(accountId);
      else if (cached.epoch !== undefined) result.set(accountId, cached.epoch);
    }
    if (missing.length === 0) return result;
    const age = startStopwatch();
    const byId = new Map((await findAccounts(missing)).map((account) => [account._id, account]));
    const now = clock.date();
    for (const accountId of missing) {
      const account = byId.get(accountId);
      const epoch = account && account.until > now ? account.epoch : undefined;
      epochs.set(accountId, { epoch, age });
      if (epoch !== undefined) result.set(accountId, epoch);
    }
    return result;
  };
};
