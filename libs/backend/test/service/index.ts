export { listBrokenContracts } from './broken-contracts';
export {
  collectChanges,
  collectDeadLetters,
  createChangeMessage,
  createMessage,
  createUserMessage,
} from './change-messages';
export type { ChangeInput, CollectedChanges, CollectedLetters } from './change-messages';
export { openLoneFeatures, replaceOpened } from './open-lone-features';
export { rebuildCopies } from './rebuild-copies';
export { createServiceContext, testKeys } from './service-context';
export type { ServiceContextOptions, ServiceUnderTest } from './service-context';
export { useServiceSuite } from './service-suite';
export type { ServiceSuite } from './service-suite';
export { createTestTeam, TEAM } from './test-team';
export type { ActInput, Json, Page } from './resource-clients';
