import { seesWholeAccount } from '@porchlight/access';
import { facetsOfFilter } from '@porchlight/custom-fields';
import { CUSTOM_NAME, type FilterValues } from '@porchlight/resource';
import type { Condition, StoreCall } from '@porchlight/store';
import { tagKey } from '@porchlight/text';
import { type AccountSettings, TRASH, TRASH_ID } from '../settings';
import { emailIdentities, phoneIdentities, timeframeFacet } from '../person';

/** An internal filter of the list of possible duplicates. */
export const HAS_DUPLICATES = 'hasDuplicates';

const saysTrue = (filter: FilterValues): boolean => filter.name === 'includeTrash' && filter.values.includes('true');

/** True for `includeUnclaimed=true`: the list shows the leads that are offered to the caller too. */
export const includesUnclaimed = ({ name, values }: FilterValues): boolean =>
  name === 'includeUnclaimed' && values.includes('true');

/**
 * Returns whether a list includes Trash: by includeTrash, by its name or id, or by ids of people, as in notifications
 * (ADR 16).
 */
export const showsTrash = (filters: readonly FilterValues[]): boolean =>
  filters.some(
    (filter) =>
      saysTrue(filter) ||
      filter.name === 'id' ||
      filter.name === 'ids' ||
      (filter.name === 'stage' && filter.values.some((name) => name.trim().toLowerCase() === TRASH.toLowerCase())) ||
      (filter.name === 'stageId' && filter.values.includes(String(TRASH_ID))),
  );

const amongIds = (field: string, ids: readonly number[]): Condition | null => {
  if (ids.length === 0) return null;
  return { [field]: ids.length === 1 ? ids[0] : { $in: ids } };
};

/** An empty identity never matches a person. */
const amongIdentities = (identities: readonly string[]): Condition | null => {
  if (identities.length === 0) return null;
  return { identities: identities.length === 1 ? identities[0] : { $in: identities } };
};

const amongTags = (tags: readonly string[]): Condition | null => {
  const keys = [...new Set(tags.map(tagKey))].filter((key) => key !== '');
  if (keys.length === 0) return null;
  return { tagKeys: keys.length === 1 ? keys[0] : { $in: keys } };
};

const amongFacets = (facets: readonly string[]): Condition => ({
  facets: facets.length === 1 ? facets[0] : { $in: facets },
});

const stageIds = (settings: AccountSettings, names: readonly string[]): number[] => [
  ...new Set(
    names.flatMap((name) => settings.stageIdsShownAs(settings.stageNamed(name)?.id ?? 0)).filter((id) => id > 0),
  ),
];

/** The condition of a filter that the descriptor leaves to rules; null where nothing can match. */
export const buildCondition = ({ name, values }: FilterValues, settings: AccountSettings) => {
  const text = values[0] ?? '';
  switch (name) {
    case 'email':
      return amongIdentities(emailIdentities(text));
    case 'phone':
      return amongIdentities(phoneIdentities(text, settings.country));
    case 'tags':
      return amongTags(values);
    case 'stage':
      return amongIds('stageId', stageIds(settings, values));
    case 'assignedTo':
      return amongIds(
        'assignedUserId',
        settings.membersNamed(text).map(({ id }) => id),
      );
    case 'assignedLenderName':
      return amongIds(
        'assignedLenderId',
        settings.membersNamed(text).map(({ id }) => id),
      );
    case 'timeframeId':
      return amongFacets([timeframeFacet(Number(text))]);
    default:
      return CUSTOM_NAME.test(name) ? amongFacets(facetsOfFilter(settings.customFields, { name, values })) : undefined;
  }
};

/** The stored counts whose sum is the total of people with one of several stages, users or sources. */
const listCountsOf = ({ name, values }: FilterValues, settings: AccountSettings): string[] => {
  const ids = [...new Set(values.map(Number))];
  if (name === 'stage') return stageIds(settings, values).map((id) => `stage:${id}`);
  if (name === 'stageId') return ids.map((id) => `stage:${id}`);
  if (name === 'source') return [...new Set(values)].map((source) => `source:${source}`);
  if (name === 'assignedUserId') return ids.map((id) => `user:${id}`);
  if (name === 'assignedTo') return settings.membersNamed(values[0] ?? '').map(({ id }) => `user:${id}`);
  return [];
};

/** The stored counts whose sum is the total of this list; undefined if there are none. */
export const findCounters = (
  call: StoreCall,
  filters: readonly FilterValues[],
  settings: AccountSettings,
): string | readonly string[] | undefined => {
  const all = seesWholeAccount(call.actor);
  const trash = filters.some(saysTrue);
  const others = filters.filter(({ name }) => name !== 'includeTrash' && name !== 'includeUnclaimed');
  if (!all && filters.some(includesUnclaimed)) return undefined;
  const [only] = others;
  if (only === undefined) {
    if (all) return trash ? 'total' : 'visible';
    return `${trash ? 'viewer' : 'viewerVisible'}:${call.actor.userId}`;
  }
  if (!all || others.length > 1) return undefined;
  // Counts of a stage contain people in Trash only if it is Trash.
  if (trash && only.name !== 'stage' && only.name !== 'stageId') return undefined;
  const counts = listCountsOf(only, settings);
  if (counts.length > 0) return counts;
  if (only.values.length !== 1) return undefined;
  if (only.name === HAS_DUPLICATES) return 'visibleDuplicates';
  // A person may have several tags: their counts cannot be added up.
  return only.name === 'tags' ? `tagKey:${tagKey(only.values[0]!)}` : undefined;
};
