import { column, type Columns, type Document, type Stored } from '@porchlight/store';

export const pondColumns = {
  name: column.text,
  nameKey: column.text,
  userId: column.optional(column.number),
  userIds: column.listOf(column.number),
} satisfies Columns;

/** A pond as stored. */
export interface PondDocument extends Document, Stored<typeof pondColumns> {}
