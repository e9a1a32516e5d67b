import { createKeyedReads, storeNewer, composeKey, type DocumentCollection } from '@porchlight/store';
import type { UserCopy, KeepOptions } from './local-copies';

/** Copies of users. */
export interface Users {
  byId(accountId: number, userId: number): Promise<UserCopy | undefined>;
  byIds(accountId: number, userIds: readonly number[]): Promise<UserCopy[]>;
  keep(copies: readonly UserCopy[], options?: KeepOptions): Promise<void>;
  /** Ids of the copies between two ids, both exclusive; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  drop(accountId: number, userIds: readonly number[]): Promise<void>;
}

/** Copies of users in the database; single ones that are asked for at the same moment are one query. */
export const createUserCopies = (
  collection: DocumentCollection<UserCopy>,
  reads = createKeyedReads(collection),
): Users => ({
  byId: (accountId, userId) => reads.load(composeKey(accountId, userId)),
  byIds: async (accountId, userIds) =>
    userIds.length === 0
      ? []
      : collection.find({ _id: { $in: userIds.map((id) => composeKey(accountId, id)) } }, { limit: userIds.length }),
  keep: (copies, { again = false } = {}) => storeNewer(collection, copies, { again }),
  async idsBetween(accountId, above, below, limit) {
    const _id = { $gt: composeKey(accountId, above), $lt: composeKey(accountId, below) };
    const found = await collection.find({ _id }, { sort: { _id: 1 }, limit, projection: { userId: 1 } });
    return found.map(({ userId }) => userId);
  },
  async drop(accountId, userIds) {
    if (userIds.length > 0)
      await collection.deleteMany({ _id: { $in: userIds.map((id) => composeKey(accountId, id)) } });
  },
});
