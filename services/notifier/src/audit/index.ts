import { auditLog, BACKENDS, type AuditRecord } from '@porchlight/contracts';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { FeatureContext } from '../feature-context';
import { auditLogColumns, type AuditLogDocument, auditLogIndexes } from './audit-log';
import { recordChanges } from './record-changes';

/** Linger, ms. A short delay is acceptable, and a write of many records costs little more than one. */
const LINGER_MS = 2_000;

/** Writes of other features to the audit log, for what is no change of a record. */
export interface AuditLog {
  /** Records that the caller tested a webhook; once for one event. */
  recordTest(call: StoreCall, webhookId: number, eventId: string): Promise<void>;
}

/** The audit log: who changed what, from the changes of all services. */
export const registerAudit = ({ config, store, addConsumer }: FeatureContext): AuditLog => {
  const entries = store.resource<AuditRecord, AuditLogDocument>({
    descriptor: auditLog,
    columns: auditLogColumns,
    indexes: auditLogIndexes,
  });
  const consume = { lingerMs: LINGER_MS, recordsOnly: true };
  addConsumer('changes.audit', 'audit', { ...consume, sources: BACKENDS, handler: recordChanges({ entries }) });
  // One group each, so that one service does not delay the others.
  for (const { name, resources } of config.EXTERNAL_SERVICES_FILE ?? []) {
    const handler = recordChanges({ entries, resources: new Set(resources.map(({ resource }) => resource)) });
    addConsumer(`changes.audit.${name}`, `audit.${name}`, { ...consume, sources: [name], handler });
  }
  return {
    async recordTest({ actor, signal }, webhookId, eventId) {
      const { accountId, userId, system } = actor;
      const entry = { key: eventId, userId, verb: 'tested', resource: 'webhooks', resourceId: webhookId };
      await entries.insertAll(systemCall(accountId, signal), [{ ...entry, ...(system !== undefined && { system }) }]);
    },
  };
};
