/**
 * A resource = descriptor (data, libs/contracts) + strategy (rules, the service) + store (mechanism, here).
 * The mechanism owns: ids, tenancy, visibility, masks, optimistic concurrency, list queries and `next` tokens,
 * stored counters, and the embedded outbox. README.md explains how each survives kill -9.
 */
export type * from './contract/document';
export type * from './contract/document-collection';
export type * from './contract/resource-store-contract';
export type * from './contract/store';
export type * from './contract/store-call';
export type * from './contract/strategy';
export { column, type Column, type Columns, type OptionalColumn, type Stored, type ValueOf } from './schema/columns';
export { defineDocument, type DocumentOf, type DocumentSchema } from './schema/document-schema';
export { createStoreBatcher } from './batching/store-batcher';
export { createGuardedUpdates } from './batching/guarded-updates';
export { createKeyedReads } from './batching/keyed-reads';
export { replaceNewer } from './copies/replace-newer';
export { openStore } from './open-store';
export { addNameKeys } from './migrations/add-name-keys';
export { refoldText } from './migrations/refold-text';
export { renameCounts } from './migrations/rename-counts';
export { migrateDocuments, type Migration, type MigrationContext } from './migrations/migration';
export { arrange, inOrder, weightAt, WEIGHT_STEP, type Placed, type Weighed } from './order-weights';
export { createAccountLock, type AccountLock } from './account-lock';
export { openUnsentChanges, type UnsentChanges } from './outbox/open-unsent-changes';
export type { UnsentChange } from './outbox/unsent-changes';
export { getPeopleList, listNamedPeople, namesPeople, replacePerson, uniteViewers } from './named-people';
export { takeNumbers } from './sequences/take-numbers';
export { selectIdentity } from './record-identity';
export { updateOnly } from './rules';
export { systemCall } from './system-call';
export { assertVersion, requireVersion, toVersion } from './writes/if-version';
export { getPreviousIds } from './writes/previous-ids';
export { createResourceHandlers, type ResourceHandlers } from './store-handlers';
export { isUniqueConflict, UniqueConflictError } from './unique-conflict';
export { inAccounts, inAllAccounts } from './routing/statement-accounts';
export { composeKey, parseAccountId, parseRecordId } from './document-key';
export { readNextToken, writeNextToken, type Position, type TokenScope } from './lists/next-token';
export { normalizeText, splitGrams } from './lists/text-grams';
