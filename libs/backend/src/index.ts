export { backendFields, rpcAddress } from './backend-fields';
export { openBackend } from './open-backend';
export type { Backend, BackendApp, BackendConfig, BackendDependencies } from './open-backend';
export { publishChanges } from './publish-changes';
export { runBackend } from './run-backend';
