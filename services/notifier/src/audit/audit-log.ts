import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';

export const auditLogColumns = {
  /**
   * Event id of the change and, for several records, the record id. Unique in the account: a repeated change is
   * recorded once.
   */
  key: column.text,
  /** Absent for changes by Porchlight. */
  userId: column.optional(column.number),
  system: column.optional(column.text),
  verb: column.text,
  resource: column.text,
  resourceId: column.number,
  changed: column.optional(column.listOf(column.text)),
} satisfies Columns;

/** Which user changed which record. Contains no values: people appear as ids only. */
export interface AuditLogDocument extends Document, Stored<typeof auditLogColumns> {}

/** Indexes besides those of the descriptor. */
export const auditLogIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { resource: 1, resourceId: 1, id: 1 } },
];
