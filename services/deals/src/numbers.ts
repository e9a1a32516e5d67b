import { takeNumbers, type DocumentCollection } from '@porchlight/store';

/** Counters per account. */
export interface Numbers {
  /** Increments a counter by `count`; returns the first of the reserved numbers. */
  take(row: string, count: number): Promise<number>;
}

/** A stored counter. */
export interface NumberRow {
  _id: string;
  /** The highest reserved number. */
  last: number;
}

/** Stores counters in a collection; replicas never get the same number. */
export const createNumbers = (collection: DocumentCollection<NumberRow>): Numbers => ({
  take: async (row, count) => (await takeNumbers(collection, row, 'last', count)) - count + 1,
});
