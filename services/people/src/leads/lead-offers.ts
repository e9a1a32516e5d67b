import type { DocumentCollection } from '@porchlight/store';
import type { LeadOfferJob, LeadOffers } from '../ports';

/** Most offers ended in one round; the rest follows when these are done. */
const MAX_ENDED = 200;

const idOf = (accountId: number, personId: number): string => `${accountId}:${personId}`;

/** Stores leads that are offered to a group until a user claims them or the offer ends. */
export const createLeadOffers = (collection: DocumentCollection<LeadOfferJob>): LeadOffers => ({
  ensureIndexes: () =>
    collection.ensureIndexes([
      { keys: { accountId: 1, userIds: 1 }, global: true },
      { keys: { accountId: 1 }, global: true },
      { keys: { until: 1 }, global: true },
    ]),
  async add(offer) {
    await collection.insertMany([{ _id: idOf(offer.accountId, offer.personId), ...offer }]);
  },
  open: (accountId, userId, limit) =>
    collection.find({ accountId, ...(userId !== undefined && { userIds: userId }) }, { sort: { personId: -1 }, limit }),
  endedBefore: (moment) => collection.find({ until: { $lt: moment } }, { sort: { until: 1 }, limit: MAX_ENDED }),
  give: async ({ _id }, userId) => void (await collection.updateOne({ _id }, { $set: { givenTo: userId } })),
  ignore: async (accountId, personId, userId) =>
    void (await collection.updateOne({ _id: idOf(accountId, personId) }, { $pull: { userIds: userId } })),
  done: async (accountId, personId) => void (await collection.deleteOne({ _id: idOf(accountId, personId) })),
});
