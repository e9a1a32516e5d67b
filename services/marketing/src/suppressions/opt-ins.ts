import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** The last time at which an address was opted in again. */
export const optInSchema = defineDocument(
  {
    /** `<account>:<hash of the address>` */
    _id: column.text,
    accountId: column.number,
    at: column.date,
  },
  [{ keys: {} }],
);
export type OptIn = DocumentOf<typeof optInSchema>;

/** Opt-ins in the database: a repeated message with an older opt-out does not suppress the address again. */
export const createOptIns = (collection: DocumentCollection<OptIn>) => {
  const formatId = (accountId: number, addressHash: string): string => `${accountId}:${addressHash}`;
  return {
    async record(accountId: number, addressHash: string, at: Date): Promise<void> {
      const _id = formatId(accountId, addressHash);
      if (await collection.updateOne({ _id }, { $set: { at } })) return;
      const refused = await collection.insertMany([{ _id, accountId, at }]);
      if (refused.length > 0) await collection.updateOne({ _id }, { $set: { at } });
    },
    /** Times by the hash of the address. */
    async find(accountId: number, hashes: readonly string[]): Promise<Map<string, Date>> {
      const ids = hashes.map((hash) => formatId(accountId, hash));
      const documents = await collection.find({ _id: { $in: ids } }, { limit: Math.max(1, ids.length) });
      return new Map(documents.map(({ _id, at }) => [_id.slice(_id.indexOf(':') + 1), at]));
    },
  };
};

/** The opt-ins of accounts. */
export type OptIns = ReturnType<typeof createOptIns>;
