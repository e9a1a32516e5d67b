import type { AuditRecord } from '@porchlight/contracts';
import type { Condition, Document, Index, Strategy } from '@porchlight/store';

/** Who did what to which record. No values: what it says of people are ids. */
export interface AuditLogDocument extends Document {
  /** The change and which of its records; unique in the account, so that a change that comes again is noted once. */
  key: string;
  /** Absent when Porchlight itself did it. */
  userId?: number;
  system?: string;
  verb: string;
  resource: string;
  resourceId: number;
  changed?: string[];
}

/** How long the log remembers (docs/operations.md). */
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
  toRecord: ({ id, created, updated, userId, system, verb, resource, resourceId, changed = [], version }) => ({
    id,
    created,
    updated,
    userId,
    system,
    verb,
    resource,
    resourceId,
    changed,
    version,
  }),
  // Added to every list, so that totals are counted: counters do not notice expired records.
  listCondition: () => ({ created: { $gt: new Date(clock.now() - AUDIT_SECONDS * 1_000) } }),
  conditionFor: (_call, { name, values }): Condition => ({
    [name]: name === 'resource' ? values[0] : Number(values[0]),
  }),
});
