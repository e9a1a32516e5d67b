import type { CustomField, SmartList, Stage } from '@porchlight/contracts';
import type { FindExisting, ResourceStore, StoreCall } from '@porchlight/store';
import type { AccountSettingsCache } from './account-settings-cache';
import type { CustomFieldDocument } from './custom-fields-strategy';
import type { SmartListDocument } from './smart-lists-strategy';
import type { StageMoves } from './stage-moves';
import type { StageDocument } from './stages-strategy';

/** The settings of accounts, for features that read or change them. */
export interface Settings {
  /** Settings of an account, at most a second old. */
  readonly settingsCache: AccountSettingsCache;
  readonly stages: ResourceStore<Stage, StageDocument>;
  readonly customFields: ResourceStore<CustomField, CustomFieldDocument>;
  readonly smartLists: ResourceStore<SmartList, SmartListDocument>;
  /** Stages that are being deleted. */
  readonly moves: StageMoves;
  /** Clears the cached settings after a write of the account. */
  readonly forgetSettings: (call: StoreCall) => void;
  /** Waits until users, groups and plans that a body names were copied from other services. */
  readonly retryReferences: <T>(call: StoreCall, prepare: () => Promise<T>) => Promise<T>;
  /** Finds the records that fields of this service name. Throws USER_NOT_ACTIVE for a user who may get nothing new. */
  readonly findExisting: FindExisting;
}
