import type { AuditRecord } from '@porchlight/contracts';
import {
  column,
  type Columns,
  type Condition,
  type Document,
  type Index,
  type Stored,
  type Strategy,
} from '@porchlight/store';

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

/** Retention (docs/operations.md). */
const AUDIT_SECONDS = 365 * 86_400;

/** Indexes of the audit log; the database deletes records after a year. */
export const auditLogIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { userId: 1, id: 1 } },
  { keys: { resource: 1, resourceId: 1, id: 1 } },
  { keys: { created: 1 }, global: true, expireAfterSeconds: AUDIT_SECONDS },
];

/** Rules of the audit log: only the service writes it; the database deletes records after a year. */
export const createAuditLogStrategy = (clock: { now(): number }): Strategy<AuditRecord, AuditLogDocument> => ({
  render: ({ changed = [] }) => ({ changed }),
  planList: (_call, { filters }) => ({
    conditions: [
      // In every list, so that totals are counted: counters do not notice expired records.
      { created: { $gt: new Date(clock.now() - AUDIT_SECONDS * 1_000) } },
      ...filters.map(({ name, values: [value] }): Condition | undefined => {
        if (name === 'resource') return { resource: value };
        return name === 'userId' || name === 'resourceId' ? { [name]: Number(value) } : undefined;
      }),
    ],
  }),
});
