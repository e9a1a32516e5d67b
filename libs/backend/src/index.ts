export { waitForReplica, MAX_REPLICATION_WAIT_MS } from './wait-for-replica';
export { backendFields, rpcAddress } from './backend-fields';
export { createChangeConsumer, type ChangeConsumer, type ChangeConsumerOptions } from './consume-changes';
export { createFactMessage, type FactContent } from './fact-message';
export { openIdempotencyStore } from './open-idempotency-store';
export { openBackend } from './open-backend';
export type { Backend, BackendApp, BackendConfig, BackendDependencies } from './open-backend';
export { publishChanges } from './publish-changes';
export { rebuildCopies, REBUILD_TURN_MS, type CopiedKind, type RebuiltCopies } from './rebuild-copies';
export { createRecordSources, type RecordSources, type RecordSourcesOptions } from './record-sources';
export {
  createReferenceWait,
  type ReferenceWait,
  type ReferenceWaitOptions,
  type ReferencingWork,
  type WaitingCall,
} from './reference-wait';
export { waitForReferences } from './wait-for-references';
export { runBackend } from './run-backend';
export { createServiceRegistry, type ConsumerSettings, type ServiceRegistry } from './service-registry';
