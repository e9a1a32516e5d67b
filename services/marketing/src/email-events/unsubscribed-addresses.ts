import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { personPrefix, personPrefixEnd } from './stored-event';

/** An unsubscribed address of a person. */
export const unsubscribedAddressSchema = defineDocument({
  /** `<account>:<person>:<address>` */
  _id: column.text,
});
export type UnsubscribedAddress = DocumentOf<typeof unsubscribedAddressSchema>;

/** Maximum number of addresses of one person. */
const MAX_ADDRESSES = 1_000;

/** Unsubscribed addresses in the database; found by `_id`, so that no index is needed. */
export const createUnsubscribedAddresses = (collection: DocumentCollection<UnsubscribedAddress>) => {
  const range = (accountId: number, personId: number) => ({
    _id: { $gt: personPrefix(accountId, personId), $lt: personPrefixEnd(accountId, personId) },
  });
  return {
    async add(accountId: number, entries: readonly { personId: number; email: string }[]) {
      const ids = [...new Set(entries.map(({ personId, email }) => `${personPrefix(accountId, personId)}${email}`))];
      const known = await collection.find({ _id: { $in: ids } }, { limit: ids.length });
      const there = new Set(known.map(({ _id }) => _id));
      // Conflicting inserts were added concurrently.
      await collection.insertMany(ids.filter((_id) => !there.has(_id)).map((_id) => ({ _id })));
    },
    has: async (accountId: number, personId: number, email: string) =>
      (await collection.findOne({ _id: `${personPrefix(accountId, personId)}${email}` })) !== null,
    async of(accountId: number, personId: number) {
      const found = await collection.find(range(accountId, personId), { limit: MAX_ADDRESSES });
      return found.map(({ _id }) => _id.slice(personPrefix(accountId, personId).length));
    },
    forget: async (accountId: number, personId: number) =>
      void (await collection.deleteMany(range(accountId, personId))),
  };
};

/** Unsubscribed addresses; no mail is sent to them from the moment that the unsubscription is recorded. */
export type Unsubscribes = ReturnType<typeof createUnsubscribedAddresses>;
