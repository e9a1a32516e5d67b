import { stages as stagesDescriptor } from '@porchlight/contracts';
import { MAX_CUSTOM_FIELDS, type CustomDefinition } from '@porchlight/custom-fields';
import { systemCall, type Document } from '@porchlight/store';
import { loadGroups, loadUsers, type CopiedRecords } from '../copies';
import type { Parts } from '../service';
import { createAccountSettingsCache, type SeededSettingsCache } from './account-settings-cache';
import { TRASH_ID } from './default-stages';
import { createLeadSettingsReader } from './load-lead-settings';
import type { StageMoves } from './stage-moves';
import type { StageDocument } from './stages-strategy';

/** For reads that several callers share: no caller may cancel them for the others. */
const NEVER = new AbortController().signal;

/** What the cached settings are read from. */
interface SettingsSources extends Pick<Parts, 'store' | 'clock'> {
  readonly copies: Pick<CopiedRecords, 'stores' | 'accounts'>;
  readonly moves: Pick<StageMoves, 'find'>;
}

/**
 * Opens the cached settings. All limits of the reads are twice those of an account, because two replicas may each add
 * one record too many.
 */
export const openSettingsCache = ({ store, clock, copies, moves }: SettingsSources): SeededSettingsCache => {
  const { stores, accounts } = copies;
  const stages = store.reads<StageDocument>('stages');
  const customFields = store.reads<Document & CustomDefinition>('customFields');
  const people = store.reads('people');
  return createAccountSettingsCache(
    {
      loadStages: (accountId) =>
        stages.find(systemCall(accountId, NEVER), {}, 2 * (stagesDescriptor.maxPerAccount ?? 0)),
      loadMembers: (accountId) => loadUsers(stores, accountId),
      loadMoves: moves.find,
      loadCustomFields: (accountId) => customFields.find(systemCall(accountId, NEVER), {}, 2 * MAX_CUSTOM_FIELDS),
      loadGroups: (accountId) => loadGroups(stores, accountId),
      loadLeadSettings: createLeadSettingsReader(store, stores),
      loadCountry: async (accountId) => (await accounts.byId(accountId, accountId))?.country,
      countTrash: (accountId) => people.count(accountId, `stage:${TRASH_ID}`),
    },
    clock,
  );
};
