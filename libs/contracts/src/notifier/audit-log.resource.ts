import { defineResource, int, list, oneOf, readOnly, str, time } from '@porchlight/resource';
import { AuditLogServiceDefinition, type AuditRecord } from '../generated/porchlight/notifier/v1/audit_log_service';
import { ADMINS } from '../roles';

/**
 * Actions in the log; those of a merge and an erasure are additional entries besides the deletion. An export and the
 * test of a webhook change nothing.
 */
export const AUDITED_VERBS = ['created', 'updated', 'deleted', 'merged', 'erased', 'exported', 'tested'] as const;
const AUDITED_VERBS_MEANINGS = {
  created: 'The record was created.',
  updated: 'The record was changed.',
  deleted: 'The record was deleted.',
  merged: 'The person was merged into another one.',
  erased: 'The person was erased.',
  exported: 'The person was exported.',
  tested: 'A test notification was sent.',
} as const;

/** Log of changes with user, record and time, for a year (decisions section 10). */
export const auditLog = defineResource<AuditRecord>(AuditLogServiceDefinition, {
  noun: 'AuditRecord',
  resource: 'auditLog',
  description: 'Audit log: user, operation, record and time of each write. Stored for a year; for owners and brokers.',
  roles: { read: ADMINS },
  describe: {
    userId: 'Id of the user who made the change; null if the service did.',
    system: 'Name of the system that made the change.',
    verb: 'The act.',
    resource: 'Kind of record, for example people.',
    resourceId: 'Id of the record.',
    changed: 'Names of the changed fields.',
  },
  fields: {
    updated: readOnly(time(), { visible: false }),
    userId: readOnly(int()),
    system: readOnly(str()),
    verb: readOnly(oneOf(AUDITED_VERBS, { describe: AUDITED_VERBS_MEANINGS })),
    resource: readOnly(str()),
    resourceId: readOnly(int()),
    changed: readOnly(list(str())),
  },
  // Writes can afford only two indexes: one for a resource and its record, and one for a user.
  filters: {
    userId: { type: 'int', match: 'equals' },
    resource: { type: 'string', match: 'equals', unindexed: true },
    resourceId: { type: 'int', match: 'equals', unindexed: true },
  },
  retentionDays: 365,
});
