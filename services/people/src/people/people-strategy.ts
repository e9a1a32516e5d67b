import { type PeopleRules, prepareChangedPerson, prepareNewPerson } from './prepare-person';
import { people as descriptor, type Person } from '@porchlight/contracts';
import { sortFieldOfCustom } from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import { CUSTOM_NAME, type Descriptor, type ListQuery } from '@porchlight/resource';
import type { Index, StoreCall } from '@porchlight/store';
import { type AccountSettings, hasCustomFields, loadFresh, parseSmartList, withSmartList } from '../settings';
import { buildCondition, findCountName, HAS_DUPLICATES, showsTrash } from './people-filters';
import { withSearch } from './people-search';
import type { PeopleStrategy } from './offered-people';
import { listViewers } from '../person';
import { personEvents } from './person-events';
import { stagesByName } from './stages-by-name';
import { checkRequestedFields } from './requested-fields';
import { loadVisibleDuplicates } from './visible-duplicates';
import { personRecord } from './person-record';

/** A call that moves people out of a deleted stage. */
export interface MovingCall extends StoreCall {
  readonly showsStoredStage?: boolean;
}

/** A call of a merge: only it sees the merged person. */
export interface MergingCall extends StoreCall {
  readonly merges?: boolean;
}

/** Data that rendering needs besides the documents. */
interface PersonRelated {
  readonly settings: AccountSettings;
  /** Names of the custom fields to show; `*` for all. */
  readonly custom: readonly string[];
  readonly showsDuplicate: (id: number) => boolean;
}

/** The stored resource, with the internal filters of this service. */
export const storedPeople: Descriptor<Person> = {
  ...descriptor,
  filters: { ...descriptor.filters, [HAS_DUPLICATES]: { type: 'bool', match: 'equals' } },
};

/** Indexes besides those of the descriptor's filters and sorts. */
export const PEOPLE_INDEXES: readonly Index[] = [
  { keys: { identities: 1 } },
  { keys: { facets: 1, id: 1 } },
  { keys: { hasDuplicates: 1, id: 1 } },
  { keys: { claims: 1 }, unique: true, partial: { claims: { $exists: true } } },
];

/** The rules of people (decisions section 4). */
export const createPeopleStrategy = (rules: PeopleRules): PeopleStrategy<PersonRelated> => {
  const { settingsCache, findKnown } = rules;

  return {
    prepare: (call, { before, input, mask, options }) =>
      before
        ? prepareChangedPerson(rules, call, before, input, mask, options)
        : prepareNewPerson(rules, call, input, mask, options),

    async loadRelated(documents, call, custom) {
      const settings = await settingsCache.load(call.actor.accountId);
      return { settings, custom, showsDuplicate: await loadVisibleDuplicates(rules.findByIds, documents, call) };
    },
    render: (document, call, { settings, custom, showsDuplicate }) =>
      personRecord(document, settings, {
        asStored: (call as MovingCall).showsStoredStage,
        custom,
        duplicates: document.possibleDuplicates?.filter(showsDuplicate),
      }),
    viewers: listViewers,
    events: (before, after) => personEvents(settingsCache.cached((after ?? before)?.accountId ?? 0), before, after),

    /** `visible` leaves people in Trash out, as lists do; `stage` counts them, as a stage's peopleCount does. */
    counts: (document) => [
      `stage:${document.stageId}`,
      ...(document.hasDuplicates ? [document.trashed ? 'trashedDuplicates' : 'visibleDuplicates'] : []),
      ...(document.trashed
        ? []
        : [
            'visible',
            ...(document.assignedUserId === undefined ? [] : [`user:${document.assignedUserId}`]),
            ...listViewers(document).map((id) => `viewerVisible:${id}`),
            `source:${document.source}`,
            ...document.tags.map((tag) => `tag:${tag}`),
          ]),
    ],
    async planList(call, asked) {
      await checkRequestedFields(settingsCache, call, asked.customFields);
      const isKnownPhone = async (value: string): Promise<boolean> =>
        (await findKnown(call, { emails: [], phones: [{ value, type: '', isPrimary: false, normalized: '' }] }))
          .length > 0;
      const query = await withSearch(await applySmartList(rules, call, asked), isKnownPhone);
      const { filters, sort } = query;
      const custom = [...filters.map(({ name }) => name), sort].filter((name) => CUSTOM_NAME.test(name));
      const settings = await loadFresh(settingsCache, call.actor.accountId, hasCustomFields(custom));
      return {
        query,
        conditions: [
          ...filters.map((filter) => buildCondition(filter, settings)),
          // Without people in Trash the condition is omitted: the list of all is fastest without conditions.
          settings.hasTrash && !showsTrash(filters) ? { trashed: false } : undefined,
        ],
        counter: findCountName(call, filters, settings),
        sortField: CUSTOM_NAME.test(sort) ? sortFieldOfCustom(settings.customFields, sort) : undefined,
        groups: sort === 'stage' ? stagesByName(settings) : undefined,
      };
    },
  };
};

/** Replaces the filter `smartListId` by the filters of the list. Warns of those that are no longer valid. */
const applySmartList = async ({ settingsCache, smartList }: PeopleRules, call: StoreCall, query: ListQuery) => {
  const asked = query.filters.find(({ name }) => name === 'smartListId');
  if (!asked) return query;
  const id = Number(asked.values[0]);
  const list = await smartList(call, id);
  if (!list) throw refuse('UNKNOWN_REFERENCE', { field: 'smartListId', what: 'a smart list', value: id });
  const isValid = ({ customFields }: AccountSettings): boolean =>
    parseSmartList(list, customFields).skipped.length === 0;
  const settings = await loadFresh(settingsCache, call.actor.accountId, isValid);
  const question = parseSmartList(list, settings.customFields);
  for (const sentence of question.skipped) call.warn?.(sentence);
  return withSmartList(query, question);
};
