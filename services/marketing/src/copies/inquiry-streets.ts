import { createKeyedReads, storeNewer, composeKey, type DocumentCollection } from '@porchlight/store';
import type { Inquiry } from './local-copies';

/** Streets of the latest property inquiries. */
export interface Inquiries {
  findStreet(accountId: number, personId: number): Promise<string>;
  of(accountId: number, personId: number): Promise<Inquiry | undefined>;
  keep(inquiries: readonly Inquiry[]): Promise<void>;
  forget(accountId: number, personId: number): Promise<void>;
}

/** Streets of latest property inquiries in the database. */
export const createInquiryStreets = (collection: DocumentCollection<Inquiry>): Inquiries => {
  const reads = createKeyedReads(collection);
  const of = (accountId: number, personId: number): Promise<Inquiry | undefined> =>
    reads.load(composeKey(accountId, personId));
  return {
    of,
    findStreet: async (accountId, personId) => (await of(accountId, personId))?.street ?? '',
    keep: (inquiries) => storeNewer(collection, inquiries, { version: 'at' }),
    forget: async (accountId, personId) => void (await collection.deleteOne({ _id: composeKey(accountId, personId) })),
  };
};
