export {
  AccountSettings,
  type GroupDefaults,
  type GroupView,
  type LeadRule,
  pondMembers,
  type PondView,
  type SettingsParts,
} from './account-settings';
export {
  type AccountSettingsCache,
  SETTINGS_TTL_MS,
  hasCustomFieldIds,
  hasCustomFields,
  loadFresh,
} from './account-settings-cache';
export { DEFAULT_STAGES, TRASH, TRASH_ID } from './default-stages';
export { settings } from './feature';
export { createFindExisting } from './find-existing';
export { ASSIGNED_LENDER, ASSIGNED_USER, ASSIGNEE, checkReceiver, resolveReference, STAGE } from './resolve-reference';
export type { Settings } from './settings-parts';
export { smartListNames } from './smart-list-references';
export { parseSmartList, type SmartListCore, withSmartList } from './smart-list-query';
export { type StoredMove, stageMoveSchema } from './stage-moves';
