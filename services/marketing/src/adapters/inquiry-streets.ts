import { keyOf, type DocumentCollection } from '@porchlight/store';
import type { Inquiries } from '../ports';
import type { Inquiry } from '../rules/local-copies';
import { copyIndex, keepNewer } from './keep-newer';

export interface InquiryStreets extends Inquiries {
  ensureIndexes(): Promise<void>;
}

/** Streets of latest property inquiries in the database. */
export const createInquiryStreets = (collection: DocumentCollection<Inquiry>): InquiryStreets => {
  const of = async (accountId: number, personId: number): Promise<Inquiry | undefined> =>
    (await collection.findOne({ _id: keyOf(accountId, personId) })) ?? undefined;
  return {
    ensureIndexes: () => collection.ensureIndexes([copyIndex('eventId')]),
    of,
    streetOf: async (accountId, personId) => (await of(accountId, personId))?.street ?? '',
    keep: (inquiries) => keepNewer(collection, inquiries, { version: 'eventId' }),
    forget: async (accountId, personId) => void (await collection.deleteOne({ _id: keyOf(accountId, personId) })),
  };
};
