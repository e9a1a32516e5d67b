import { refuse } from '@porchlight/errors';
import type { DocumentCollection } from '@porchlight/store';
import type { MergedPerson, Merges } from '../ports';

/** Most merges read at once; the rest follows when these are done. */
const MAX_OPEN = 200;

const keyOf = (accountId: number, loserId: number): string => `${accountId}:${loserId}`;

/** Stores merges permanently, and which of them are not finished. */
export const createMerges = (collection: DocumentCollection<MergedPerson>): Merges => ({
  // Only merges that are open have the field, so the queue is as small as its work.
  ensureIndexes: () => collection.ensureIndexes([{ keys: { openSince: 1 }, global: true }]),
  async begin(accountId, loserId, survivorId, now) {
    const merge = { _id: keyOf(accountId, loserId), accountId, loserId, survivorId, openSince: now };
    const refused = await collection.insertMany([merge]);
    if (refused.length === 0) return merge;
    const known = await collection.findOne({ _id: merge._id });
    if (known?.survivorId !== survivorId)
      throw refuse('CONFLICT', { message: 'This person is being merged into somebody else. Read it and try again.' });
    return known;
  },
  async findSurvivor(accountId, loserId) {
    return (await collection.findOne({ _id: keyOf(accountId, loserId) }))?.survivorId;
  },
  openBefore: (moment) => collection.find({ openSince: { $gt: 0, $lt: moment } }, { limit: MAX_OPEN }),
  done: async ({ _id }) => void (await collection.updateOne({ _id }, { $unset: { openSince: '' } })),
  revoke: async ({ _id }) => void (await collection.deleteOne({ _id })),
});
