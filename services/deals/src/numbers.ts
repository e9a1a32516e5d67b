import { column, defineDocument, type DocumentCollection, type DocumentOf, takeNumbers } from '@porchlight/store';
import { defineFeature } from './service';

/** A stored counter. */
export const numberRowSchema = defineDocument(
  {
    _id: column.text,
    /** Absent in counters of earlier versions until the migration. */
    accountId: column.optional(column.number),
    /** The highest reserved number. */
    last: column.number,
  },
  [],
  'byField',
);
export type NumberRow = DocumentOf<typeof numberRowSchema>;

/** Stores counters in a collection; replicas never get the same number. */
export const createNumbers = (collection: DocumentCollection<NumberRow>) => ({
  /** Increments a counter by `count`; returns the first of the reserved numbers. */
  take: async (accountId: number, row: string, count: number) =>
    (await takeNumbers(collection, row, 'last', count, accountId)) - count + 1,
});

/** Counters per account. */
export type Numbers = ReturnType<typeof createNumbers>;

/** Numbers of stages and weights. */
export const numbers = defineFeature({
  name: 'numbers',
  open: ({ store }): Numbers => createNumbers(store.collection('numbers', numberRowSchema)),
});
