import { defineNamingRecords, waitForReferences } from '@porchlight/backend';
import {
  customFields as customFieldsDescriptor,
  smartLists as smartListsDescriptor,
  Stage,
  stages as stagesDescriptor,
  type CustomField,
  type SmartList,
} from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import { isUniqueConflict, systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import { loadGroups, loadUsers } from '../copies';
import type { Service } from '../service';
import { createAccountSettingsCache, type AccountSettingsSources } from './account-settings-cache';
import {
  createCustomFieldsStrategy,
  CUSTOM_FIELD_INDEXES,
  customFieldColumns,
  type CustomFieldDocument,
} from './custom-fields-strategy';
import { DEFAULT_STAGES, TRASH_ID } from './default-stages';
import { createFindExisting } from './find-existing';
import { smartListNames } from './smart-list-references';
import { createSmartListsStrategy, smartListColumns, type SmartListDocument } from './smart-lists-strategy';
import { createStageMoves, stageMoveJobSchema } from './stage-moves';
import { createStagesStrategy, MAX_STAGES, stageColumns, type StageDocument, stageDraft } from './stages-strategy';

/** For reads that several callers share: no caller may cancel them for the others. */
const NEVER = new AbortController().signal;

/** Data of other features in the cached settings of an account. */
export interface RelatedSettings {
  /** Number of people with a counted value, such as `stage:1`. */
  countPeople(accountId: number, value: string): Promise<number>;
  /** Ponds and rules of lead flow. */
  readonly loadLeadSettings: NonNullable<AccountSettingsSources['loadLeadSettings']>;
}

/** What settings are read from. */
type SettingsSources = Pick<Service, 'store' | 'clock' | 'copies' | 'copyWaits'> & {
  readonly accounts: Pick<Service['accounts'], 'byId'>;
};

/**
 * Opens the settings of accounts. All limits of the cached settings are twice those of an account, because two replicas
 * may each add one record too many.
 */
export const openSettings = (
  { store, clock, copies, copyWaits, accounts }: SettingsSources,
  { countPeople, loadLeadSettings }: RelatedSettings,
) => {
  const moves = createStageMoves(store.collection('stageMoves', stageMoveJobSchema));
  const settingsCache = createAccountSettingsCache(
    {
      loadStages: (accountId) => stages.find(systemCall(accountId, NEVER), {}, 2 * MAX_STAGES),
      seedStages: (accountId) => seedStages(stages, accountId),
      loadMembers: (accountId) => loadUsers(copies, accountId),
      loadMoves: moves.find,
      loadCustomFields: (accountId) => customFields.find(systemCall(accountId, NEVER), {}, 2 * MAX_CUSTOM_FIELDS),
      loadGroups: (accountId) => loadGroups(copies, accountId),
      loadLeadSettings: loadLeadSettings,
      loadCountry: async (accountId) => (await accounts.byId(accountId, accountId))?.country,
      countTrash: (accountId) => countPeople(accountId, `stage:${TRASH_ID}`),
    },
    clock,
  );
  const forgetSettings = ({ actor }: StoreCall): void => settingsCache.forget(actor.accountId);
  const customFields: ResourceStore<CustomField, CustomFieldDocument> = store.resource({
    descriptor: customFieldsDescriptor,
    columns: customFieldColumns,
    strategy: createCustomFieldsStrategy(settingsCache),
    afterWrite: forgetSettings,
    indexes: CUSTOM_FIELD_INDEXES,
  });
  const smartLists: ResourceStore<SmartList, SmartListDocument> = store.resource({
    descriptor: smartListsDescriptor,
    columns: smartListColumns,
    strategy: createSmartListsStrategy({ settingsCache, all: (call, limit) => smartLists.find(call, {}, limit) }),
  });
  const countPeopleInStages = async (accountId: number, stageIds: readonly number[]): Promise<number> => {
    const counts = await Promise.all(stageIds.map((id) => countPeople(accountId, `stage:${id}`)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const stages: ResourceStore<Stage, StageDocument> = store.resource({
    descriptor: stagesDescriptor,
    columns: stageColumns,
    strategy: createStagesStrategy({ settingsCache, countPeopleInStages }),
    afterWrite: forgetSettings,
    encodeRecord: (record: Stage) => Stage.encode(record).finish(),
  });
  const { retryReferences } = waitForReferences(copyWaits, {
    refresh: (accountId) => settingsCache.forget(accountId),
  });
  return {
    /** Smart lists name other records. */
    namings: [defineNamingRecords(smartLists, smartListNames)],
    settingsCache,
    forgetSettings,
    moves,
    customFields,
    smartLists,
    stages,
    /** Waits until users, groups and plans that a body names were copied from other services. */
    retryReferences,
    /** Finds the records that fields of this service name. */
    findExisting: createFindExisting(settingsCache, copies),
  };
};

/** The stores of settings. */
export type Settings = ReturnType<typeof openSettings>;

/** Inserts the default stages in their order: the presence of the last one means that all exist. */
const seedStages = async (stages: ResourceStore<Stage, StageDocument>, accountId: number): Promise<void> => {
  const call = systemCall(accountId, NEVER);
  for (const { id, name, orderWeight, isProtected } of DEFAULT_STAGES) {
    try {
      await stages.insert(call, stageDraft(name, orderWeight, isProtected), { id, silent: true });
    } catch (error) {
      if (!isUniqueConflict(error)) throw error;
    }
  }
};

/** What the operations of this feature work with. */
export type Ports = Service & Settings;
