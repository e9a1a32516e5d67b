import { takeNumbers, type DocumentCollection } from '@porchlight/store';
import type { Numbers } from '../ports';

/** A row of numbers. */
export interface NumberRow {
  _id: string;
  /** The highest that was taken. */
  last: number;
}

/** Rows of numbers in a collection; a number is taken once, over all replicas. */
export const createNumbers = (collection: DocumentCollection<NumberRow>): Numbers => ({
  take: async (row, count) => (await takeNumbers(collection, row, 'last', count)) - count + 1,
});
