import { normalizeText } from '@porchlight/store';
import type { AccountSettings } from '../settings/account-settings';

/**
 * Ids that people may carry as their stage, in the alphabetical order of the stages' names: what sorts people by stage.
 * Ids of deleted stages come with the stage that their people move to.
 */
export const stagesByName = (settings: AccountSettings): number[] => {
  const named = settings.stages.map(({ id, name }) => ({ id, key: normalizeText(name) }));
  named.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id));
  return named.flatMap(({ id }) => settings.stageIdsShownAs(id));
};
