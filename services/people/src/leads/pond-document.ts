import { type Columns, type Document, listOf, number, optional, type Stored, text } from '@porchlight/store';

/** Columns of pond documents. */
export const pondColumns = {
  name: text,
  nameKey: text,
  userId: optional(number),
  userIds: listOf(number),
} satisfies Columns;

/** A pond as stored. */
export interface PondDocument extends Document, Stored<typeof pondColumns> {}
