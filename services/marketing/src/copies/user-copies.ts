import { createKeyedReads, storeNewer, composeKey, type DocumentCollection } from '@porchlight/store';
import type { UserCopy, KeepOptions } from './local-copies';

/** Copies of users in the database; single ones that are asked for at the same moment are one query. */
export const createUserCopies = (collection: DocumentCollection<UserCopy>, reads = createKeyedReads(collection)) => ({
  byId: (accountId: number, userId: number) => reads.load(composeKey(accountId, userId)),
  byIds: async (accountId: number, userIds: readonly number[]) =>
    userIds.length === 0
      ? []
      : collection.find({ _id: { $in: userIds.map((id) => composeKey(accountId, id)) } }, { limit: userIds.length }),
  findOwner: async (accountId: number) => (await collection.find({ accountId, role: 'Owner' }, { limit: 1 }))[0],
  keep: (copies: readonly UserCopy[], { again = false }: KeepOptions = {}) => storeNewer(collection, copies, { again }),
  /** Ids of the copies between two ids, both exclusive; ascending. */
  async idsBetween(accountId: number, above: number, below: number, limit: number) {
    const _id = { $gt: composeKey(accountId, above), $lt: composeKey(accountId, below) };
    const found = await collection.find({ _id }, { sort: { _id: 1 }, limit, projection: { userId: 1 } });
    return found.map(({ userId }) => userId);
  },
  async drop(accountId: number, userIds: readonly number[]) {
    if (userIds.length > 0)
      await collection.deleteMany({ _id: { $in: userIds.map((id) => composeKey(accountId, id)) } });
  },
});

/** Copies of users. */
export type Users = ReturnType<typeof createUserCopies>;
