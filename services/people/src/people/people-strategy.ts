import { type PeopleRules, prepareChangedPerson, prepareNewPerson } from './prepare-person';
import { canSeeViewers } from '@porchlight/access';
import { people as descriptor, type Person } from '@porchlight/contracts';
import { sortFieldOfCustom } from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import { CUSTOM_NAME, type Descriptor } from '@porchlight/resource';
import type { Index, Strategy, StoreCall } from '@porchlight/store';
import type { AccountSettings } from '../settings/account-settings';
import { buildCondition, findCountName, HAS_DUPLICATES, showsTrash } from './people-filters';
import { withSearch } from './people-search';
import { viewersOf, type PersonDocument } from './person-document';
import { personEvents } from './person-events';
import { withSmartList, parseSmartList } from '../settings/smart-list-query';
import { stagesByName } from './stages-by-name';
import { parseRequestedFields } from './requested-fields';
import { createVisibleDuplicates } from './visible-duplicates';
import { personRecord } from './person-record';
import { hasCustomFields, loadFresh } from '../settings/load-fresh';

/** A call that moves people out of a deleted stage. */
export interface MovingCall extends StoreCall {
  readonly showsStageAsKept?: boolean;
}

/** A call of a merge: only it sees the merged person. */
export interface MergingCall extends StoreCall {
  readonly merges?: boolean;
}

/** The resource as it is stored: with filters of the service's own. */
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
export const createPeopleStrategy = (rules: PeopleRules): Strategy<Person, PersonDocument> => {
  const { settingsCache, findKnown, smartList, requestedFields } = rules;
  const duplicates = createVisibleDuplicates(rules.findByIds);
  return {
    async findExisting(call, input, options) {
      await requestedFields.want(call, parseRequestedFields(options));
      if (options['deduplicate'] !== 'true') return undefined;
      const [known] = await findKnown(call, input);
      if (known && !canSeeViewers(call.actor, viewersOf(known)))
        throw refuse('CONFLICT', {
          message: 'A person with this email or phone exists already and is not among those you may see.',
        });
      return known;
    },

    prepareForCreate: (call, input, mask, options) => prepareNewPerson(rules, call, input, mask, options),
    prepareForUpdate: (call, before, input, mask, options) =>
      prepareChangedPerson(rules, call, before, input, mask, options),

    async prepareRecords(documents, call) {
      await settingsCache.load(call.actor.accountId);
      await duplicates.prepare(documents, call);
    },
    toRecord: (document, call) =>
      personRecord(document, settingsCache.cached(call.actor.accountId), {
        asKept: (call as MovingCall).showsStageAsKept,
        custom: requestedFields.of(call),
        duplicates: duplicates.visible(document, call),
      }),
    viewersOf,
    mayView: (call, document) => document.mergedInto === undefined || (call as MergingCall).merges === true,
    extraEvents: (before, after) =>
      personEvents(settingsCache.cached((after ?? before)?.accountId ?? 0), before, after),
    afterWrite(call, before, after) {
      if ((before?.trashed ?? false) !== (after?.trashed ?? false)) settingsCache.forget(call.actor.accountId);
    },

    /** `visible` leaves people in Trash out, as lists do; `stage` counts them, as a stage's peopleCount does. */
    countsOf: (document) => [
      `stage:${document.stageId}`,
      ...(document.hasDuplicates ? [document.trashed ? 'trashedDuplicates' : 'visibleDuplicates'] : []),
      ...(document.trashed
        ? []
        : [
            'visible',
            ...(document.assignedUserId === undefined ? [] : [`user:${document.assignedUserId}`]),
            ...viewersOf(document).map((id) => `viewerVisible:${id}`),
            `source:${document.source}`,
            ...document.tags.map((tag) => `tag:${tag}`),
          ]),
    ],
    countFor: (call, filters) => findCountName(call, filters, settingsCache.cached(call.actor.accountId)),

    async prepareList(call, query) {
      await requestedFields.want(call, query.customFields);
      const asked = query.filters.find(({ name }) => name === 'smartListId');
      const isKnownPhone = async (value: string): Promise<boolean> =>
        (await findKnown(call, { emails: [], phones: [{ value, type: '', isPrimary: false, normalized: '' }] }))
          .length > 0;
      if (!asked) return withSearch(query, isKnownPhone);
      const id = Number(asked.values[0]);
      const list = await smartList(call, id);
      if (!list) throw refuse('UNKNOWN_REFERENCE', { field: 'smartListId', what: 'a smart list', value: id });
      const sound = ({ customFields }: AccountSettings): boolean =>
        parseSmartList(list, customFields).skipped.length === 0;
      const settings = await loadFresh(settingsCache, call.actor.accountId, sound);
      const question = parseSmartList(list, settings.customFields);
      for (const sentence of question.skipped) call.warn?.(sentence);
      return withSearch(withSmartList(query, question), isKnownPhone);
    },
    groupsOf: async (call) => stagesByName(await settingsCache.load(call.actor.accountId)),
    async sortFieldOf(call, sort) {
      const { customFields } = await loadFresh(settingsCache, call.actor.accountId, hasCustomFields([sort]));
      return sortFieldOfCustom(customFields, sort);
    },
    async conditionFor(call, filter) {
      const custom = CUSTOM_NAME.test(filter.name) ? [filter.name] : [];
      return buildCondition(filter, await loadFresh(settingsCache, call.actor.accountId, hasCustomFields(custom)));
    },
    async listCondition(call, filters) {
      // Without people in Trash the condition is omitted: the list of all is fastest without conditions.
      const { hasTrash } = await settingsCache.load(call.actor.accountId);
      return hasTrash && !showsTrash(filters) ? { trashed: false } : undefined;
    },
  };
};
