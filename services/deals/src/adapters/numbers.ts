import type { DocumentCollection } from '@porchlight/store';
import type { Numbers } from '../ports';

/** A row of numbers. */
export interface NumberRow {
  _id: string;
  /** The highest that was taken. */
  last: number;
}

/** Rows of numbers in a collection; a number is taken once, over all replicas. */
export const createNumbers = (collection: DocumentCollection<NumberRow>): Numbers => ({
  take: async (row, count) => {
    const step = () => collection.findOneAndUpdate({ _id: row }, { $inc: { last: count } });
    let taken = await step();
    if (!taken) {
      await collection.insertMany([{ _id: row, last: 0 }]);
      taken = await step();
    }
    if (!taken) throw new Error(`The row of numbers ${row} was not there after it was made.`);
    return taken.last - count + 1;
  },
});
