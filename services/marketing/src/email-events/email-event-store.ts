import { column, defineDocument, type DocumentCollection, type DocumentOf, takeNumbers } from '@porchlight/store';
import { INT32_MAX } from '@porchlight/resource';
import { createSentSums, type SentSum } from './sent-sums';
import { personPrefix, personPrefixEnd, type StoredEvent } from './stored-event';

/** The last assigned id, by account. */
export const eventSequenceSchema = defineDocument({
  _id: column.number,
  last: column.number,
});
export type EventSequence = DocumentOf<typeof eventSequenceSchema>;

/** Delivered events of one address in one minute that are read. */
const MAX_DELIVERED = 1_000;

/** Stored email events and sums of mails in the database. */
export const createEventStore = (
  events: DocumentCollection<StoredEvent>,
  sums: DocumentCollection<SentSum>,
  sequences: DocumentCollection<EventSequence>,
) => {
  const ofPerson = (accountId: number, personId: number) => ({
    _id: { $gt: personPrefix(accountId, personId), $lt: personPrefixEnd(accountId, personId) },
  });
  const sentSums = createSentSums(sums);

  return {
    async takeIds(accountId: number, count: number) {
      const last = await takeNumbers(sequences, accountId, 'last', count);
      if (last > INT32_MAX) throw new Error(`The ids of email events in account ${accountId} are used up.`);
      return last - count + 1;
    },
    /** The stored events among these keys. */
    stored: async (keys: readonly string[]) =>
      keys.length === 0 ? [] : events.find({ _id: { $in: [...keys] } }, { limit: keys.length }),
    byIds: async (accountId: number, ids: readonly number[]) =>
      ids.length === 0 ? [] : events.find({ accountId, id: { $in: [...ids] } }, { limit: 2 * ids.length }),
    ofPerson: (accountId: number, personId: number, limit: number) =>
      events.find(ofPerson(accountId, personId), { limit }),
    /** Events of some types of a person at one address. */
    ofRecipient: (
      accountId: number,
      personId: number,
      { recipient, types }: { readonly recipient: string; readonly types: readonly string[] },
      limit: number,
    ) => events.find({ ...ofPerson(accountId, personId), recipient, type: { $in: [...types] } }, { limit }),
    /** Delivered events of a person at one address, from a time to another. */
    deliveredBetween: (
      accountId: number,
      personId: number,
      { recipient, from, to }: { readonly recipient: string; readonly from: Date; readonly to: Date },
    ) =>
      events.find(
        { ...ofPerson(accountId, personId), recipient, type: 'delivered', occurred: { $gte: from, $lt: to } },
        { limit: MAX_DELIVERED },
      ),
    /** Stores new events; returns the keys that existed. */
    add: (batch: readonly StoredEvent[]) => events.insertMany(batch),
    drop: async (keys: readonly string[]) =>
      void (keys.length > 0 && (await events.deleteMany({ _id: { $in: [...keys] } }))),
    addSent: sentSums.add,
    sentTo: sentSums.find,
    /** Deletes all data of a person. */
    async forget(accountId: number, personId: number) {
      await events.deleteMany(ofPerson(accountId, personId));
      await sentSums.remove(accountId, personId);
    },
  };
};

/** Stored email events and their sums. */
export type EventStore = ReturnType<typeof createEventStore>;
