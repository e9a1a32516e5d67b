import {
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  number,
  takeNumbers,
  text,
  optional,
} from '@porchlight/store';

/** Counters per account. */
export interface Numbers {
  /** Increments a counter by `count`; returns the first of the reserved numbers. */
  take(accountId: number, row: string, count: number): Promise<number>;
}

/** A stored counter. */
export const numberRowSchema = defineDocument(
  {
    _id: text,
    /** Absent in counters of earlier versions until the migration. */
    accountId: optional(number),
    /** The highest reserved number. */
    last: number,
  },
  [],
  'byField',
);
export type NumberRow = DocumentOf<typeof numberRowSchema>;

/** Stores counters in a collection; replicas never get the same number. */
export const createNumbers = (collection: DocumentCollection<NumberRow>): Numbers => ({
  take: async (accountId, row, count) => (await takeNumbers(collection, row, 'last', count, accountId)) - count + 1,
});
