import { createKeyedReads, storeNewer, composeKey, type DocumentCollection } from '@porchlight/store';
import type { Inquiry } from './local-copies';

/** Streets of latest property inquiries in the database. */
export const createInquiryStreets = (collection: DocumentCollection<Inquiry>) => {
  const reads = createKeyedReads(collection);
  const of = (accountId: number, personId: number): Promise<Inquiry | undefined> =>
    reads.load(composeKey(accountId, personId));
  return {
    of,
    findStreet: async (accountId: number, personId: number) => (await of(accountId, personId))?.street ?? '',
    keep: (inquiries: readonly Inquiry[]) => storeNewer(collection, inquiries, { version: 'at' }),
    forget: async (accountId: number, personId: number) =>
      void (await collection.deleteOne({ _id: composeKey(accountId, personId) })),
  };
};

/** Streets of the latest property inquiries. */
export type Inquiries = ReturnType<typeof createInquiryStreets>;
