import { column, composeKey, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/**
 * An erased person. Ids and times only: it proves the fact `erased` to other services (N4), and the backup lists it, so
 * that they are erased again after a restore. Stays until the account is deleted.
 */
export const erasureSchema = defineDocument({
  /** `composeKey(accountId, personId)` */
  _id: column.number,
  accountId: column.number,
  personId: column.number,
  at: column.date,
});
export type Erasure = DocumentOf<typeof erasureSchema>;

/** The people of this service who were erased. */
export interface Erasures {
  /** May be repeated; the first time stays. */
  add(accountId: number, personIds: readonly number[], at: Date): Promise<void>;
  /** Whether each of these people was erased. */
  includes(accountId: number, personIds: readonly number[]): Promise<boolean>;
}

/** Stores erasures. */
export const createErasures = (collection: DocumentCollection<Erasure>): Erasures => ({
  add: async (accountId, personIds, at) => {
    await collection.insertMany(
      personIds.map((personId) => ({ _id: composeKey(accountId, personId), accountId, personId, at })),
    );
  },
  includes: async (accountId, personIds) => {
    const ids = [...new Set(personIds.map((personId) => composeKey(accountId, personId)))];
    const documents = await collection.find({ _id: { $in: ids } }, { limit: ids.length, projection: { _id: 1 } });
    return documents.length === ids.length;
  },
});
