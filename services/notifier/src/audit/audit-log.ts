import type { AuditRecord } from '@porchlight/contracts';
import {
  column,
  systemCall,
  type Columns,
  type Document,
  type Index,
  type ResourceStore,
  type StoreCall,
  type Stored,
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

/** Indexes besides those of the descriptor. */
export const auditLogIndexes: readonly Index[] = [
  { keys: { key: 1 }, unique: true },
  { keys: { resource: 1, resourceId: 1, id: 1 } },
];

/** The stored records of the audit log. */
export type AuditEntries = ResourceStore<AuditRecord, AuditLogDocument>;

/** The audit log, for features that record what is no change of a record. */
export interface Audit {
  readonly entries: AuditEntries;
  /** Records that the caller tested a webhook; once for one event. */
  recordTest(call: StoreCall, webhookId: number, eventId: string): Promise<void>;
}

/** Adds tests of webhooks to the audit log. */
export const createAudit = (entries: AuditEntries): Audit => ({
  entries,
  async recordTest({ actor, signal }, webhookId, eventId) {
    const { accountId, userId, system } = actor;
    const entry = { key: eventId, userId, verb: 'tested', resource: 'webhooks', resourceId: webhookId };
    await entries.insertAll(systemCall(accountId, signal), [{ ...entry, ...(system !== undefined && { system }) }]);
  },
});
