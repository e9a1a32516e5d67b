import { column, defineDocument, type DocumentCollection, type DocumentOf, inAllAccounts } from '@porchlight/store';

/**
 * A new lead that the users of a group may claim. Written before the person, so that the worker ends it even after a
 * crash.
 */
export const leadOfferJobSchema = defineDocument(
  {
    /** `<accountId>:<personId>` */
    _id: column.text,
    accountId: column.number,
    personId: column.number,
    /** The event of the lead; the notification of the final assignee refers to it. */
    eventId: column.number,
    groupId: column.number,
    userIds: column.listOf(column.number),
    /** When the offer ends, ms. */
    until: column.number,
    /** User who gets the unclaimed lead after the offer ended. */
    givenTo: column.optional(column.number),
  },
  [
    { keys: { accountId: 1, userIds: 1 }, global: true },
    { keys: { accountId: 1 }, global: true },
    { keys: { until: 1 }, global: true },
  ],
);
export type LeadOfferJob = DocumentOf<typeof leadOfferJobSchema>;

/** Maximum number of offers that end in one round; the others follow. */
const MAX_ENDED = 200;

const formatId = (accountId: number, personId: number): string => `${accountId}:${personId}`;

/** Leads that are offered to a group until a user claims them or the offer ends. */
export interface Offers {
  add(offer: Omit<LeadOfferJob, '_id'>): Promise<void>;
  /** Offers to a user, or all offers, newest first, at most `limit`. */
  open(accountId: number, userId: number | undefined, limit: number): Promise<LeadOfferJob[]>;
  /** Offers of all accounts that ended before a moment, ms, the oldest first. */
  endedBefore(moment: number): Promise<LeadOfferJob[]>;
  /** Stores who gets the lead after its offer ended, before it is assigned. */
  give(offer: LeadOfferJob, userId: number): Promise<void>;
  /** The user is no longer offered the lead. */
  ignore(accountId: number, personId: number, userId: number): Promise<void>;
  /** Removes the offer: the lead was claimed, assigned or deleted. */
  done(accountId: number, personId: number): Promise<void>;
}

/** Stores offers in a small collection that is read instead of all people. */
export const createLeadOffers = (collection: DocumentCollection<LeadOfferJob>): Offers => ({
  async add(offer) {
    await collection.insertMany([{ _id: formatId(offer.accountId, offer.personId), ...offer }]);
  },
  open: (accountId, userId, limit) =>
    collection.find({ accountId, ...(userId !== undefined && { userIds: userId }) }, { sort: { personId: -1 }, limit }),
  endedBefore: (moment) =>
    collection.find(inAllAccounts({ until: { $lt: moment } }), { sort: { until: 1 }, limit: MAX_ENDED }),
  give: async ({ _id }, userId) => void (await collection.updateOne({ _id }, { $set: { givenTo: userId } })),
  ignore: async (accountId, personId, userId) =>
    void (await collection.updateOne({ _id: formatId(accountId, personId) }, { $pull: { userIds: userId } })),
  done: async (accountId, personId) => void (await collection.deleteOne({ _id: formatId(accountId, personId) })),
});
