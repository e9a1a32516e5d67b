import { auditLog, type AuditRecord } from '@porchlight/contracts';
import { defineFeature } from '../service';
import { auditLogColumns, auditLogIndexes, createAudit, type Audit, type AuditLogDocument } from './audit-log';
import { recordChanges } from './record-changes';

/** The audit log: who changed what, from the changes of all services. */
export const audit = defineFeature({
  name: 'audit',
  open: ({ store }): Audit =>
    createAudit(
      store.resource<AuditRecord, AuditLogDocument>({
        descriptor: auditLog,
        columns: auditLogColumns,
        indexes: auditLogIndexes,
      }),
    ),
  serve({ entries }, { config: { EXTERNAL_SERVICES_FILE: services = [] } }) {
    const external = services.map(({ name, resources }) => {
      const names = new Set(resources.map(({ resource }) => resource));
      return [`notifier.audit.${name}`, recordChanges({ entries, resources: names })] as const;
    });
    return {
      on: { 'notifier.audit': recordChanges({ entries }), ...Object.fromEntries(external) },
    };
  },
});
