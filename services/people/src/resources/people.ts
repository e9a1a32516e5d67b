import { canSeeViewers } from '@porchlight/access';
import { people as descriptor, type Person } from '@porchlight/contracts';
import { applyCustomValues, readCustomValues } from '@porchlight/custom-fields';
import { refuse } from '@porchlight/errors';
import { CUSTOM_NAME, type Descriptor } from '@porchlight/resource';
import type { Draft, Index, Strategy, StoreCall } from '@porchlight/store';
import type { Directory } from '../ports';
import type { Clock } from '@porchlight/runtime';
import type { AccountView } from '../rules/account-view';
import { keepAddresses } from '../rules/address-entry';
import { checkNames, namesAfter, namesOfNew } from '../rules/apply-names';
import { invalidEmails, keepEmails, type StoredEmail } from '../rules/email-address';
import { claimsOf, identitiesOf } from '../rules/identity';
import { defaultAssignment } from '../rules/lead-flow';
import { conditionOf, countOf, HAS_DUPLICATES, showsTrash } from '../rules/people-filters';
import { withSearch } from '../rules/people-search';
import { derive, UNSPECIFIED, viewersOf, type PersonCore, type PersonDocument } from '../rules/person-document';
import { personEvents } from '../rules/person-events';
import { pondUsersOf, readCollaborators, readPond, readTimeframe } from '../rules/person-shares';
import { keepPhones } from '../rules/phone-number';
import { withDuplicates } from '../rules/possible-duplicates';
import { ASSIGNED_LENDER, ASSIGNED_USER, readReference, STAGE } from '../rules/reference';
import { withQuestion, type SmartListCore, questionOf } from '../rules/smart-list-query';
import { stagesByName } from '../rules/stages-by-name';
import { keepTags } from '../rules/tag-list';
import { wishesIn, type CustomWishes } from './custom-wishes';
import { personRecord } from './person-record';
import { knowsFields, knowsValues, viewKnowing } from './view-knowing';

export interface PeopleRules {
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'date'>;
  /** People of the account with any of these identities, the best match first. */
  readonly findKnown: (call: StoreCall, contacts: Pick<Person, 'emails' | 'phones'>) => Promise<PersonDocument[]>;
  readonly smartList: (call: StoreCall, id: number) => Promise<SmartListCore | undefined>;
  readonly wishes: CustomWishes;
}

/** A call that moves people out of a deleted stage. */
export interface MovingCall extends StoreCall {
  readonly showsStageAsKept?: boolean;
}

/** A call that carries out a merge: it alone still sees the person who goes. */
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
export const createPeopleStrategy = ({
  directory,
  clock,
  findKnown,
  smartList,
  wishes,
}: PeopleRules): Strategy<Person, PersonDocument> => ({
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

  async prepareForCreate(call, input, mask, options) {
    const view = await viewKnowing(directory, call.actor.accountId, knowsFields(Object.keys(input.customFields)));
    checkEmails(input.emails);
    const assignee = readReference(ASSIGNED_USER, view, givenUser(input, mask));
    const lender = readReference(ASSIGNED_LENDER, view, givenLender(input, mask));
    const fallback = defaultAssignment(call.actor);
    const core: PersonCore = {
      ...checkNames(namesOfNew(input)),
      stageId: readReference(STAGE, view, givenStage(input, mask)) ?? view.defaultStage.id,
      source: input.source || UNSPECIFIED,
      contacted: input.contacted ?? false,
      collaboratorIds: readCollaborators(view, input.collaborators),
      tags: keepTags(input.tags),
      emails: keepEmails(input.emails),
      phones: keepPhones(input.phones),
      addresses: keepAddresses(input.addresses),
      lastActivity: clock.date(),
      createdVia: call.actor.system ?? 'API',
    };
    put(core, 'sourceUrl', input.sourceUrl || undefined);
    put(core, 'price', input.price);
    put(core, 'background', input.background || undefined);
    put(core, 'assignedUserId', assignee ?? fallback.assignedUserId);
    put(core, 'assignedLenderId', lender ?? fallback.assignedLenderId);
    put(core, 'timeframeId', readTimeframe(input.timeframeId));
    put(core, 'assignedPondId', readPond(view, input.assignedPondId));
    put(core, 'pondUserIds', pondUsersOf(view, core));
    const { customFields } = view;
    put(core, 'custom', applyCustomValues(customFields, undefined, readCustomValues(customFields, input.customFields)));
    // Only batches ask for claims; two people entered by hand may share a phone.
    if (options['claims'] === 'true') core.claims = claimsOf(core);
    return derive(withDuplicates(core, await sharing(findKnown, call, core))) satisfies Draft<PersonDocument>;
  },

  async prepareForUpdate(call, before, input, mask, options) {
    await wishes.want(call, wishesIn(options));
    const names = Object.keys(input.customFields);
    // Values of fields that are gone are dropped below, so it must be sure that they are gone.
    const knows = (known: AccountView): boolean => knowsFields(names)(known) && knowsValues(before.custom)(known);
    const view = await viewKnowing(directory, call.actor.accountId, knows);
    const after: PersonDocument = { ...before, ...checkNames(namesAfter(before, input, mask)) };
    const shown = view.stageShown(before.stageId).id;
    after.stageId = readReference(STAGE, view, givenStage(input, mask), shown) ?? before.stageId;
    assign(after, 'assignedUserId', readReference(ASSIGNED_USER, view, givenUser(input, mask), before.assignedUserId));
    assign(
      after,
      'assignedLenderId',
      readReference(ASSIGNED_LENDER, view, givenLender(input, mask), before.assignedLenderId),
    );
    if (mask.has('contacted')) after.contacted = input.contacted ?? false;
    if (mask.has('price')) put(after, 'price', input.price);
    if (mask.has('background')) put(after, 'background', input.background || undefined);
    if (mask.has('tags'))
      after.tags = keepTags(options['mergeTags'] === 'true' ? [...before.tags, ...input.tags] : input.tags);
    if (mask.has('emails')) {
      checkEmails(input.emails, before.emails);
      after.emails = keepEmails(input.emails, before.emails);
    }
    if (mask.has('phones')) after.phones = keepPhones(input.phones);
    if (mask.has('addresses')) after.addresses = keepAddresses(input.addresses);
    if (mask.has('collaborators'))
      after.collaboratorIds = readCollaborators(view, input.collaborators, before.collaboratorIds);
    if (mask.has('timeframeId')) put(after, 'timeframeId', readTimeframe(input.timeframeId));
    if (mask.has('assignedPondId')) {
      put(after, 'assignedPondId', readPond(view, input.assignedPondId, before.assignedPondId));
      // Otherwise the members stay as they are: what follows the pond may know it better than this view.
      if (after.assignedPondId !== before.assignedPondId) put(after, 'pondUserIds', pondUsersOf(view, after));
    }
    const custom = readCustomValues(view.customFields, input.customFields, before.custom);
    put(after, 'custom', applyCustomValues(view.customFields, before.custom, custom));
    const known = new Set(before.identities);
    const fresh = identitiesOf(after).some((identity) => !known.has(identity));
    return derive(fresh ? withDuplicates(after, await sharing(findKnown, call, after, before.id)) : after);
  },

  async prepareRecords(_documents, call) {
    await directory.of(call.actor.accountId);
  },
  toRecord: (document, call) =>
    personRecord(document, directory.known(call.actor.accountId), {
      asKept: (call as MovingCall).showsStageAsKept,
      custom: wishes.of(call),
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
    if (!asked) return withSearch(query);
    const id = Number(asked.values[0]);
    const list = await smartList(call, id);
    if (!list) throw refuse('UNKNOWN_REFERENCE', { field: 'smartListId', what: 'a smart list', value: id });
    const sound = ({ customFields }: AccountView): boolean => questionOf(list, customFields).skipped.length === 0;
    const view = await viewKnowing(directory, call.actor.accountId, sound);
    const question = questionOf(list, view.customFields);
    for (const sentence of question.skipped) call.warn?.(sentence);
    return withSearch(withQuestion(query, question));
  },
  groupsOf: async (call) => stagesByName(await directory.of(call.actor.accountId)),
  async conditionFor(call, filter) {
    const custom = CUSTOM_NAME.test(filter.name) ? [filter.name] : [];
    return conditionOf(filter, await viewKnowing(directory, call.actor.accountId, knowsFields(custom)));
  },
  async listCondition(call, filters) {
    // Where nobody is in Trash the condition is spared: the list of all is quickest without any.
    const { hasTrash } = await directory.of(call.actor.accountId);
    return hasTrash && !showsTrash(filters) ? { trashed: false } : undefined;
  },
});

/** Others with an e-mail or phone of this person: possible duplicates. */
const sharing = async (
  findKnown: PeopleRules['findKnown'],
  call: StoreCall,
  contacts: Pick<PersonCore, 'emails' | 'phones'>,
  own?: number,
): Promise<number[]> => (await findKnown(call, contacts)).flatMap(({ id }) => (id === own ? [] : [id]));

const checkEmails = (given: Person['emails'], known: readonly StoredEmail[] = []): void => {
  const bad = invalidEmails(given, known);
  if (bad.length === 0) return;
  const shown = bad.slice(0, 10).map((value) => `'${value.slice(0, 100)}'`);
  throw refuse('INVALID_BODY', {
    problems: `Field 'emails' has values that are no email addresses: ${shown.join(', ')}.`,
  });
};

const givenUser = (input: Person, mask: ReadonlySet<string>) => ({
  name: input.assignedTo,
  id: input.assignedUserId,
  mask,
});
const givenLender = (input: Person, mask: ReadonlySet<string>) => ({
  name: input.assignedLenderName,
  id: input.assignedLenderId,
  mask,
});
const givenStage = (input: Person, mask: ReadonlySet<string>) => ({
  name: input.stage,
  id: input.stageId === undefined ? undefined : Number(input.stageId),
  mask,
});

/** Sets a value, or takes the key away: documents hold no undefined. */
const put = <C extends PersonCore, K extends keyof C>(core: C, key: K, value: C[K] | undefined): void => {
  if (value === undefined) delete core[key];
  else core[key] = value;
};

const assign = (
  core: PersonDocument,
  key: 'assignedUserId' | 'assignedLenderId',
  id: number | null | undefined,
): void => {
  if (id !== undefined) put(core, key, id ?? undefined);
};
