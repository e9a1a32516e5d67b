import { createGuardedUpdates, createKeyedReads, type DocumentCollection } from '@porchlight/store';
import type { GrantDocument } from '../oauth/grant-document';
import type { Grants } from '../ports';

/** Grants in the database. What is read or exchanged at the same moment is one query, or one write. */
export const createGrants = (collection: DocumentCollection<GrantDocument>): Grants => {
  const reads = createKeyedReads(collection);
  const updates = createGuardedUpdates(collection);
  return {
    load: (id) => reads.load(id),
    insert: (grant) => collection.insertOne(grant),
    exchange: (before, change) =>
      // A refresh token is drawn for one exchange alone: whoever finds it knows whose the exchange was, also when the
      // next followed.
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
