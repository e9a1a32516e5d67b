export { isExisting, openCopy, type CopyStore, type CopyStoreOf } from './copy-store';
export { defineCopy, textKey, type Copy, type CopyDefinition, type CopyOf, type StoredCopy } from './define-copy';
export { openCopies, type Copies, type CopyStores } from './open-copies';
export {
  createOriginals,
  originalAddress,
  signingKeyFile,
  type AccountSource,
  type OriginalAddresses,
  type Originals,
  type ServiceConnections,
} from './originals';
export type { FollowRebuilt } from './rebuild-copies';
export { repairCopies, ROLLING_UPDATE_MS, visitAccounts } from './repair-copies';
export {
  createCopyWaits,
  MAX_COPY_WAIT_MS,
  waitForReferences,
  type CopyWaits,
  type ReferencingWork,
} from './wait-for-copies';
