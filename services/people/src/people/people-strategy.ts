import { type PeopleRules, prepareChangedPerson, prepareNewPerson } from './prepare-person';
import { canSeeViewers } from '@porchlight/access';
import { people as descriptor, type Person } from '@porchlight/contracts';
import { sortFieldOfCustom } from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import { CUSTOM_NAME, type Descriptor } from '@porchlight/resource';
import type { Index, Strategy, StoreCall } from '@porchlight/store';
import type { AccountView } from '../settings/account-settings';
import { conditionOf, countOf, HAS_DUPLICATES, showsTrash } from './people-filters';
import { withSearch } from './people-search';
import { viewersOf, type PersonDocument } from './person-document';
import { personEvents } from './person-events';
import { withQuestion, questionOf } from '../settings/smart-list-query';
import { stagesByName } from './stages-by-name';
import { wishesIn } from './requested-fields';
import { createVisibleDuplicates } from './visible-duplicates';
import { personRecord } from './person-record';
import { knowsFields, viewKnowing } from '../settings/load-settings-with';

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
  const { directory, findKnown, smartList, wishes } = rules;
  const duplicates = createVisibleDuplicates(rules.findByIds);
  return {
    async findExisting(call, input, options) {
      await wishes.want(call, wishesIn(options));
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
      await directory.of(call.actor.accountId);
      await duplicates.prepare(documents, call);
    },
    toRecord: (document, call) =>
      personRecord(document, directory.known(call.actor.accountId), {
        asKept: (call as MovingCall).showsStageAsKept,
        custom: wishes.of(call),
        duplicates: duplicates.visible(document, call),
      }),
    viewersOf,
    mayView: (call, document) => document.mergedInto === undefined || (call as MergingCall).merges === true,
    extraEvents: (before, after) => personEvents(directory.known((after ?? before)?.accountId ?? 0), before, after),
    afterWrite(call, before, after) {
      if ((before?.trashed ?? false) !== (after?.trashed ?? false)) directory.forget(call.actor.accountId);
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
    countFor: (call, filters) => countOf(call, filters, directory.known(call.actor.accountId)),

    async prepareList(call, query) {
      await wishes.want(call, query.customFields);
      const asked = query.filters.find(({ name }) => name === 'smartListId');
      const isKnownPhone = async (value: string): Promise<boolean> =>
        (await findKnown(call, { emails: [], phones: [{ value, type: '', isPrimary: false, normalized: '' }] }))
          .length > 0;
      if (!asked) return withSearch(query, isKnownPhone);
      const id = Number(asked.values[0]);
      const list = await smartList(call, id);
      if (!list) throw refuse('UNKNOWN_REFERENCE', { field: 'smartListId', what: 'a smart list', value: id });
      const sound = ({ customFields }: AccountView): boolean => questionOf(list, customFields).skipped.length === 0;
      const view = await viewKnowing(directory, call.actor.accountId, sound);
      const question = questionOf(list, view.customFields);
      for (const sentence of question.skipped) call.warn?.(sentence);
      return withSearch(withQuestion(query, question), isKnownPhone);
    },
    groupsOf: async (call) => stagesByName(await directory.of(call.actor.accountId)),
    async sortFieldOf(call, sort) {
      const { customFields } = await viewKnowing(directory, call.actor.accountId, knowsFields([sort]));
      return sortFieldOfCustom(customFields, sort);
    },
    async conditionFor(call, filter) {
      const custom = CUSTOM_NAME.test(filter.name) ? [filter.name] : [];
      return conditionOf(filter, await viewKnowing(directory, call.actor.accountId, knowsFields(custom)));
    },
    async listCondition(call, filters) {
      // Without people in Trash the condition is omitted: the list of all is fastest without conditions.
      const { hasTrash } = await directory.of(call.actor.accountId);
      return hasTrash && !showsTrash(filters) ? { trashed: false } : undefined;
    },
  };
};
