import type { BatchHandler } from '@porchlight/bus';
import { auditLog, AuditLogServiceDefinition, type AuditRecord } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import { handlersOf, type Store } from '@porchlight/store';
import { auditLogIndexes, createAuditLogStrategy, type AuditLogDocument } from './audit-log';
import { recordChanges } from './record-changes';

export interface AuditLogOptions {
  readonly store: Store;
  readonly rpc: RpcServer;
  readonly clock: { now(): number };
}

/** Puts the audit log together; the handler takes the changes of all services. */
export const openAuditLog = ({ store, rpc, clock }: AuditLogOptions): BatchHandler => {
  const entries = store.resource<AuditRecord, AuditLogDocument>({
    descriptor: auditLog,
    strategy: createAuditLogStrategy(clock),
    indexes: auditLogIndexes,
  });
  rpc.add(AuditLogServiceDefinition, handlersOf(auditLog, entries) as never);
  return recordChanges({ entries });
};
