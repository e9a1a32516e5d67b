import { normalizeText } from '@porchlight/store';
import type { AccountSettings } from '../settings';

/**
 * Stage ids of people in the alphabetical order of the stages' names, for sorting. The id of a deleted stage follows
 * the stage that its people move to.
 */
export const stagesByName = (settings: AccountSettings): number[] => {
  const named = settings.stages.map(({ id, name }) => ({ id, key: normalizeText(name) }));
  named.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id));
  return named.flatMap(({ id }) => settings.stageIdsShownAs(id));
};
