import { defineDocument, type DocumentCollection, type DocumentOf, number, takeNumbers, text } from '@porchlight/store';

/** Counters per account. */
export interface Numbers {
  /** Increments a counter by `count`; returns the first of the reserved numbers. */
  take(row: string, count: number): Promise<number>;
}

/** A stored counter. */
export const numberRowSchema = defineDocument({
  _id: text,
  /** The highest reserved number. */
  last: number,
});
export type NumberRow = DocumentOf<typeof numberRowSchema>;

/** Stores counters in a collection; replicas never get the same number. */
export const createNumbers = (collection: DocumentCollection<NumberRow>): Numbers => ({
  take: async (row, count) => (await takeNumbers(collection, row, 'last', count)) - count + 1,
});
