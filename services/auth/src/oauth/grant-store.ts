import { createGuardedUpdates, createKeyedReads, type DocumentCollection } from '@porchlight/store';
import type { GrantDocument } from './grant-document';
import type { Grants } from './oauth-ports';

/** Grants in the database. Concurrent reads share a query, and concurrent exchanges a write. */
export const createGrantStore = (collection: DocumentCollection<GrantDocument>): Grants => {
  const reads = createKeyedReads(collection);
  const updates = createGuardedUpdates(collection);
  return {
    load: (id) => reads.load(id),
    insert: (grant) => collection.insertOne(grant),
    exchange: (before, change) =>
      // Each exchange has its own refresh token, so a stored token identifies its exchange, also after the next one.
      updates.update({
        before,
        change,
        isMine: ({ refreshHash, formerHash }) => [refreshHash, formerHash].includes(change.refreshHash),
      }),
    revokeOfUser: async (accountId, userId) =>
      void (await collection.updateMany({ accountId, userId }, { $set: { revoked: true }, $inc: { v: 1 } })),
    revoke: async (_id) => void (await collection.updateOne({ _id }, { $set: { revoked: true }, $inc: { v: 1 } })),
  };
};
