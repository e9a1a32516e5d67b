import type { StreamPosition } from '@porchlight/contracts';
import { sleep, type Clock, type Ids } from '@porchlight/runtime';
import { inAccounts, type DocumentCollection } from '@porchlight/store';
import { createFindEpochs, EPOCH_CACHE_MS } from './epoch-cache';
import { RETENTION_MS, type StreamAccount } from './stream-documents';

/** Time after which every process stores the events of a new epoch, ms. */
const EFFECTIVE_MS = EPOCH_CACHE_MS + 100;
const ATTEMPTS = 100;

/** The accounts whose events are stored, each in an epoch without a gap. */
export const createStreamEpochs = ({
  accounts,
  beginChunks,
  clock,
  ids,
}: {
  readonly accounts: DocumentCollection<StreamAccount>;
  /** Stores the first chunk of an epoch. */
  readonly beginChunks: (accountId: number, epoch: string) => Promise<unknown>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'eventId'>;
}) => {
  const findAccounts = (accountIds: readonly number[]): Promise<StreamAccount[]> =>
    accounts.find(inAccounts({ _id: { $in: [...accountIds] } }, accountIds), { limit: accountIds.length });

  /** The epoch of an account whose events are stored, or a new one. */
  const ensureEpoch = async (accountId: number): Promise<StreamAccount> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [account] = await findAccounts([accountId]);
      const now = clock.date();
      if (account && account.until > now) return account;
      const next = {
        _id: accountId,
        accountId,
        epoch: ids.eventId(),
        since: now,
        until: new Date(clock.now() + RETENTION_MS),
      };
      const { epoch, since, until } = next;
      await beginChunks(accountId, epoch);
      const isStored = account
        ? await accounts.updateOne(inAccounts({ _id: accountId, epoch: account.epoch }, [accountId]), {
            $set: { epoch, since, until },
          })
        : (await accounts.insertMany([next])).length === 0;
      if (isStored) return next;
    }
    throw new Error(`The stream of account ${accountId} could not begin.`);
  };

  return {
    findEpochs: createFindEpochs(findAccounts, clock),
    /** Begins to store the events of an account; resolves when every process does. */
    async begin(accountId: number): Promise<string> {
      const { epoch, since } = await ensureEpoch(accountId);
      const age = clock.now() - since.getTime();
      if (age < EFFECTIVE_MS) await sleep(Math.min(EFFECTIVE_MS, EFFECTIVE_MS - Math.max(0, age)));
      return epoch;
    },
    /**
     * Stores the events of accounts until then. An account lapsed if its events were not stored for a time since its
     * position.
     */
    async renew(
      positions: ReadonlyMap<number, StreamPosition>,
      until: Date,
    ): Promise<{ readonly renewed: number[]; readonly lapsed: number[] }> {
      const now = clock.date();
      const byId = new Map((await findAccounts([...positions.keys()])).map((account) => [account._id, account]));
      const renewed: number[] = [];
      const lapsed: number[] = [];
      for (const [accountId, { epoch }] of positions) {
        const account = byId.get(accountId);
        (account && account.until > now && account.epoch === epoch ? renewed : lapsed).push(accountId);
      }
      if (renewed.length > 0)
        await accounts.updateMany(inAccounts({ _id: { $in: renewed }, until: { $gt: now } }, renewed), {
          $set: { until },
        });
      return { renewed, lapsed };
    },
  };
};
