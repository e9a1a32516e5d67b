import { defineNamingRecords, waitForReferences } from '@porchlight/backend';
import {
  customFields as fieldsDescriptor,
  smartLists as listsDescriptor,
  type Stage,
  stages as stagesDescriptor,
  type CustomField,
  type SmartList,
} from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS } from '@porchlight/custom-fields';
import { type ResourceStore, type StoreCall } from '@porchlight/store';
import { copies } from '../copies';
import { defineFeature } from '../service';
import {
  createCustomFieldsStrategy,
  CUSTOM_FIELD_INDEXES,
  customFieldColumns,
  type CustomFieldDocument,
} from './custom-fields-strategy';
import { createFindExisting } from './find-existing';
import { openSettingsCache } from './open-settings-cache';
import { seedStages } from './seed-stages';
import type { Settings } from './settings-parts';
import { smartListNames } from './smart-list-references';
import { createSmartListsStrategy, smartListColumns, type SmartListDocument } from './smart-lists-strategy';
import { createStageMoves, stageMoveSchema } from './stage-moves';
import { createStagesStrategy, stageColumns, type StageDocument } from './stages-strategy';

/** Settings of accounts: the cached ones, stages, custom fields and smart lists. */
export const settings = defineFeature({
  name: 'settings',
  needs: { copies },
  open(parts): Settings {
    const { store, copies: copied } = parts;
    const moves = createStageMoves(store.collection('stageMoves', stageMoveSchema));
    const { seedWith, ...settingsCache } = openSettingsCache({ ...parts, moves });
    const forgetSettings = ({ actor }: StoreCall): void => settingsCache.forget(actor.accountId);
    const customFields: ResourceStore<CustomField, CustomFieldDocument> = store.resource({
      descriptor: fieldsDescriptor,
      columns: customFieldColumns,
      strategy: createCustomFieldsStrategy((call) =>
        store.reads<CustomFieldDocument>(fieldsDescriptor.resource).find(call, {}, 2 * MAX_CUSTOM_FIELDS),
      ),
      indexes: CUSTOM_FIELD_INDEXES,
      afterWrite: forgetSettings,
    });
    const smartLists: ResourceStore<SmartList, SmartListDocument> = store.resource({
      descriptor: listsDescriptor,
      columns: smartListColumns,
      strategy: createSmartListsStrategy(settingsCache),
    });
    const stages: ResourceStore<Stage, StageDocument> = store.resource({
      descriptor: stagesDescriptor,
      columns: stageColumns,
      strategy: createStagesStrategy({ settingsCache, people: store.reads('people') }),
      afterWrite: forgetSettings,
    });
    seedWith(seedStages(stages));
    const { retryReferences } = waitForReferences(copied.waits, { refresh: settingsCache.forget });
    return {
      settingsCache,
      stages,
      customFields,
      smartLists,
      moves,
      forgetSettings,
      retryReferences,
      findExisting: createFindExisting(settingsCache, copied.stores, store),
    };
  },
  serve({ settingsCache, smartLists }, { copies: copied }) {
    copied.onChanged(settingsCache.forget);
    return { names: [defineNamingRecords(smartLists, smartListNames)] };
  },
});
