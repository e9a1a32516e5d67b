import { type PeopleRules, prepareChangedPerson, prepareNewPerson } from './prepare-person';
import { people as descriptor, type Person, personContacted, personErased, personMerged } from '@porchlight/contracts';
import { sortFieldOfCustom } from '@porchlight/custom-fields';
import { getCallingCode } from '@porchlight/contact';
import { refuse } from '@porchlight/errors';
import { tagKey } from '@porchlight/text';
import { CUSTOM_NAME, type Descriptor, type ListQuery } from '@porchlight/resource';
import { type Index, type StoreCall, type ExtraEvent, normalizeText } from '@porchlight/store';
import { type AccountSettings, hasCustomFields, loadFresh, parseSmartList, withSmartList } from '../settings';
import { buildCondition, findCounters, HAS_DUPLICATES, showsTrash } from './people-filters';
import { readSearch } from './people-search';
import type { PeopleStrategy } from './offered-people';
import type { EmailStatuses } from '../suppressions';
import { listViewers, type PersonDocument } from '../person';
import { checkRequestedFields } from './requested-fields';
import { loadVisibleDuplicates } from './list-possible-duplicates';
import { personRecord } from './person-record';

/**
 * Stage ids of people in the alphabetical order of the stages' names, for sorting. The id of a deleted stage follows
 * the stage that its people move to.
 */
export const stagesByName = (settings: AccountSettings): number[] => {
  const named = settings.stages.map(({ id, name }) => ({ id, key: normalizeText(name) }));
  named.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id));
  return named.flatMap(({ id }) => settings.stageIdsShownAs(id));
};

const newOnes = <T>(before: readonly T[] | undefined, after: readonly T[] | undefined): T[] =>
  (after ?? []).filter((value) => !before?.includes(value));

/**
 * The event that makes other services delete their data of this person. Contains ids and hashes only; published with
 * the deletion.
 */
const erased = (
  { accountId, id, mergedIds = [], emails }: PersonDocument,
  children: Record<string, number[]>,
  { hashEmails }: EmailStatuses,
): ExtraEvent =>
  personErased.event({ people: [id, ...mergedIds], children, addressHashes: hashEmails(accountId, { emails }) });

/**
 * Events of a write besides the update of the person (decisions section 7): peopleTagsCreated with the added tags,
 * peopleStageUpdated with the stage's name; for other services `contacted`, `merged` and `erased`.
 */
const personEvents = (
  settings: AccountSettings,
  emailStatuses: EmailStatuses,
  before: PersonDocument | undefined,
  after: PersonDocument | undefined,
): ExtraEvent[] => {
  if (!after) return before?.erasing ? [erased(before, before.erasing, emailStatuses)] : [];
  const events: ExtraEvent[] = [];
  const earlierTags = new Set(before?.tags.map(tagKey));
  const tags = after.tags.filter((tag) => !earlierTags.has(tagKey(tag)));
  if (tags.length > 0) events.push({ name: 'peopleTagsCreated', data: { tags } });
  if (!before) return events;
  if (before.stageId !== after.stageId)
    events.push({ name: 'peopleStageUpdated', data: { stage: settings.stageShown(after.stageId).name } });
  if (after.contacted && !before.contacted) events.push(personContacted.event({ personId: after.id }));
  for (const id of newOnes(before.mergedIds, after.mergedIds)) events.push(personMerged.event({ id, into: after.id }));
  return events;
};

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
  { keys: { tagKeys: 1, id: 1 } },
  { keys: { facets: 1, id: 1 } },
  { keys: { hasDuplicates: 1, id: 1 } },
  // Few people have it.
  { keys: { suppressedHashes: 1 }, partial: { suppressedHashes: { $exists: true } } },
  { keys: { claims: 1 }, unique: true, partial: { claims: { $exists: true } } },
];

/** The rules of people (decisions section 4). */
export const createPeopleStrategy = (rules: PeopleRules): PeopleStrategy<PersonRelated> => {
  const { settingsCache, emailStatuses } = rules;

  return {
    prepare: async (call, { before, input, mask, options }) => {
      const { accountId } = call.actor;
      if (!before) return emailStatuses.apply(accountId, await prepareNewPerson(rules, call, input, mask, options));
      const after = await prepareChangedPerson(rules, call, before, input, mask, options);
      return mask.has('emails') ? emailStatuses.apply(accountId, after) : after;
    },

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
    events: (before, after) =>
      personEvents(settingsCache.cached((after ?? before)?.accountId ?? 0), emailStatuses, before, after),

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
            ...(document.tagKeys ?? []).map((key) => `tagKey:${key}`),
          ]),
    ],
    async planList(call, requested) {
      await checkRequestedFields(settingsCache, call, requested.customFields);
      const { query, matchesNothing } = await applySmartList(rules, call, requested);
      const { filters, sort } = query;
      const custom = [...filters.map(({ name }) => name), sort].filter((name) => CUSTOM_NAME.test(name));
      const settings = await loadFresh(settingsCache, call.actor.accountId, hasCustomFields(custom));
      const search = readSearch(filters, getCallingCode(settings.country));
      return {
        query,
        checks: search.checks,
        conditions: [
          ...(matchesNothing ? [null] : []),
          ...search.conditions,
          ...filters.map((filter) => buildCondition(filter, settings)),
          // Without people in Trash the condition is omitted: the list of all is fastest without conditions.
          settings.hasTrash && !showsTrash(filters) ? { trashed: false } : undefined,
        ],
        counter: matchesNothing ? undefined : findCounters(call, filters, settings),
        sortField: CUSTOM_NAME.test(sort) ? sortFieldOfCustom(settings.customFields, sort) : undefined,
        groups: sort === 'stage' ? stagesByName(settings) : undefined,
      };
    },
  };
};

/**
 * Replaces the filter `smartListId` by the filters of the list. Warns of those that are no longer valid; the list then
 * matches no person (D13.3).
 */
const applySmartList = async ({ settingsCache, smartList }: PeopleRules, call: StoreCall, query: ListQuery) => {
  const filter = query.filters.find(({ name }) => name === 'smartListId');
  if (!filter) return { query, matchesNothing: false };
  const id = Number(filter.values[0]);
  const list = await smartList(call, id);
  if (!list) throw refuse('UNKNOWN_REFERENCE', { field: 'smartListId', what: 'a smart list', value: id });
  const isValid = ({ customFields }: AccountSettings): boolean =>
    parseSmartList(list, customFields).skipped.length === 0;
  const settings = await loadFresh(settingsCache, call.actor.accountId, isValid);
  const question = parseSmartList(list, settings.customFields);
  for (const sentence of question.skipped) call.warn?.(sentence);
  return { query: withSmartList(query, question), matchesNothing: question.matchesNothing };
};
