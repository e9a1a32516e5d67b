import type { Person } from '@porchlight/contracts';
import { applyCustomValues, readCustomValues } from '@porchlight/custom-fields';
import { invalidBody } from '@porchlight/errors';
import type { Draft, StoreCall } from '@porchlight/store';
import {
  type AccountSettings,
  type AccountSettingsCache,
  ASSIGNED_LENDER,
  ASSIGNED_USER,
  hasCustomFieldIds,
  hasCustomFields,
  loadFresh,
  resolveReference,
  type SmartListCore,
  STAGE,
} from '../settings';
import {
  checkEmails,
  checkNames,
  checkPersonLimits,
  type Contacts,
  derive,
  listClaims,
  listIdentities,
  type PersonCore,
  type PersonDocument,
  prepareAddresses,
  prepareChangedNames,
  prepareEmails,
  prepareNewNames,
  preparePhones,
  prepareTags,
  UNSPECIFIED,
  withDuplicates,
} from '../person';

import { listPondUsers, resolveCollaborators, resolvePond, resolveTimeframe } from './person-shares';
import { checkRequestedFields, parseRequestedFields } from './requested-fields';

import type { EmailStatuses } from '../suppressions';
import type { Actor } from '@porchlight/access';
import type { Clock } from '@porchlight/runtime';

/** What the rules of people read. */
export interface PeopleRules {
  readonly settingsCache: AccountSettingsCache;
  readonly clock: Pick<Clock, 'date'>;
  readonly emailStatuses: EmailStatuses;
  /** People of the account with any of these identities, the best match first. */
  readonly findKnown: (call: StoreCall, contacts: Contacts) => Promise<PersonDocument[]>;
  /** People of the account by id, regardless of visibility. */
  readonly findByIds: (call: StoreCall, ids: readonly number[]) => Promise<PersonDocument[]>;
  readonly smartList: (call: StoreCall, id: number) => Promise<SmartListCore | undefined>;
}

/** What new and changed people are prepared with. */
export type PreparationRules = Pick<PeopleRules, 'settingsCache' | 'clock' | 'findKnown'>;

/** The default assignee: the caller if agent or lender, otherwise none. */
export const defaultAssignment = ({ userId, role }: Pick<Actor, 'userId' | 'role'>) => {
  if (role === 'Agent') return { assignedUserId: userId };
  if (role === 'Lender') return { assignedLenderId: userId };
  return {};
};

type Options = Readonly<Record<string, string>>;

/** Builds a new person from a request body. Throws INVALID_BODY, UNKNOWN_REFERENCE and USER_NOT_ACTIVE. */
export const prepareNewPerson = async (
  { settingsCache, clock, findKnown }: PreparationRules,
  call: StoreCall,
  input: Person,
  mask: ReadonlySet<string>,
  options: Options,
): Promise<Draft<PersonDocument>> => {
  const settings = await loadFresh(
    settingsCache,
    call.actor.accountId,
    hasCustomFields(Object.keys(input.customFields)),
  );
  checkEmails(input.emails);
  const assignee = resolveReference(ASSIGNED_USER, settings, givenUser(input, mask));
  const lender = resolveReference(ASSIGNED_LENDER, settings, givenLender(input, mask));
  const fallback = defaultAssignment(call.actor);
  const core: PersonCore = {
    ...checkNames(prepareNewNames(input)),
    stageId: resolveReference(STAGE, settings, givenStage(input, mask)) ?? settings.defaultStage.id,
    source: input.source || UNSPECIFIED,
    contacted: input.contacted ?? false,
    collaboratorIds: resolveCollaborators(settings, input.collaborators),
    tags: prepareTags(input.tags),
    emails: prepareEmails(input.emails),
    phones: preparePhones(input.phones, settings.country),
    addresses: prepareAddresses(input.addresses),
    lastActivity: clock.date(),
    createdVia: call.actor.system ?? 'API',
  };
  put(core, 'sourceUrl', input.sourceUrl || undefined);
  put(core, 'price', input.price);
  put(core, 'background', input.background || undefined);
  put(core, 'assignedUserId', assignee ?? fallback.assignedUserId);
  put(core, 'assignedLenderId', lender ?? fallback.assignedLenderId);
  put(core, 'timeframeId', resolveTimeframe(input.timeframeId));
  if (core.timeframeId !== undefined) core.timeframeUpdated = clock.date();
  put(core, 'timeframeStatus', input.timeframeStatus || undefined);
  put(core, 'prequalified', input.prequalified || undefined);
  put(core, 'assignedPondId', resolvePond(settings, input.assignedPondId));
  put(core, 'pondUserIds', listPondUsers(settings, core));
  const { customFields } = settings;
  put(core, 'custom', applyCustomValues(customFields, undefined, readCustomValues(customFields, input.customFields)));
  checkPersonLimits(core);
  const created = readCreated(input.createdAt, clock.date());
  // Batches and deduplicating creates take claims; two people entered by hand may share a phone.
  if (options['claims'] === 'true') core.claims = listClaims(core);
  const draft = derive(withDuplicates(core, await sharing(findKnown, call, core)));
  return { ...draft, ...(created && { created }) } satisfies Draft<PersonDocument>;
};

/** Difference of clocks that a time of creation may be ahead, ms. */
const MAX_AHEAD_MS = 60_000;

/**
 * The time at which another service created the person (decisions section 11). Throws INVALID_BODY for a future time.
 */
const readCreated = (created: Date | undefined, now: Date): Date | undefined => {
  if (created !== undefined && created.getTime() > now.getTime() + MAX_AHEAD_MS)
    throw invalidBody("Field 'createdAt' must be a time in the past.");
  return created;
};

/**
 * The person after an update; fields outside the mask are unchanged. Throws INVALID_BODY, UNKNOWN_REFERENCE and
 * USER_NOT_ACTIVE.
 */
export const prepareChangedPerson = async (
  { settingsCache, clock, findKnown }: PreparationRules,
  call: StoreCall,
  before: PersonDocument,
  input: Person,
  mask: ReadonlySet<string>,
  options: Options,
): Promise<PersonDocument> => {
  await checkRequestedFields(settingsCache, call, parseRequestedFields(options));
  const names = Object.keys(input.customFields);
  // Values of deleted fields are removed below, so the settings must be fresh.
  const knows = (fresh: AccountSettings): boolean =>
    hasCustomFields(names)(fresh) && hasCustomFieldIds(before.custom)(fresh);
  const settings = await loadFresh(settingsCache, call.actor.accountId, knows);
  const after: PersonDocument = { ...before, ...checkNames(prepareChangedNames(before, input, mask)) };
  const stageId = settings.stageShown(before.stageId).id;
  after.stageId = resolveReference(STAGE, settings, givenStage(input, mask), stageId) ?? before.stageId;
  assign(
    after,
    'assignedUserId',
    resolveReference(ASSIGNED_USER, settings, givenUser(input, mask), before.assignedUserId),
  );
  assign(
    after,
    'assignedLenderId',
    resolveReference(ASSIGNED_LENDER, settings, givenLender(input, mask), before.assignedLenderId),
  );
  if (mask.has('contacted')) after.contacted = input.contacted ?? false;
  if (mask.has('price')) put(after, 'price', input.price);
  if (mask.has('background')) put(after, 'background', input.background || undefined);
  if (mask.has('tags'))
    after.tags = prepareTags(options['mergeTags'] === 'true' ? [...before.tags, ...input.tags] : input.tags);
  if (mask.has('emails')) {
    checkEmails(input.emails, before.emails);
    after.emails = prepareEmails(input.emails, before.emails);
  }
  if (mask.has('phones')) after.phones = preparePhones(input.phones, settings.country);
  if (mask.has('addresses')) after.addresses = prepareAddresses(input.addresses);
  if (mask.has('collaborators'))
    after.collaboratorIds = resolveCollaborators(settings, input.collaborators, before.collaboratorIds);
  if (mask.has('timeframeId')) put(after, 'timeframeId', resolveTimeframe(input.timeframeId));
  if (after.timeframeId !== before.timeframeId) after.timeframeUpdated = clock.date();
  if (mask.has('timeframeStatus')) put(after, 'timeframeStatus', input.timeframeStatus || undefined);
  if (mask.has('prequalified')) put(after, 'prequalified', input.prequalified || undefined);
  if (mask.has('assignedPondId')) {
    put(after, 'assignedPondId', resolvePond(settings, input.assignedPondId, before.assignedPondId));
    // Otherwise the members are unchanged: the consumer of pond changes may have newer ones than the cached settings.
    if (after.assignedPondId !== before.assignedPondId) put(after, 'pondUserIds', listPondUsers(settings, after));
  }
  const custom = readCustomValues(settings.customFields, input.customFields, before.custom);
  put(after, 'custom', applyCustomValues(settings.customFields, before.custom, custom));
  checkPersonLimits(after, before);
  const earlierKeys = new Set(before.identities);
  const fresh = listIdentities(after).some((identity) => !earlierKeys.has(identity));
  return derive(fresh ? withDuplicates(after, await sharing(findKnown, call, after, before.id)) : after);
};

/** Others with an email or phone of this person: possible duplicates. */
const sharing = async (
  findKnown: PeopleRules['findKnown'],
  call: StoreCall,
  contacts: Contacts,
  own?: number,
): Promise<number[]> => (await findKnown(call, contacts)).flatMap(({ id }) => (id === own ? [] : [id]));

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

/** Sets a value, or deletes the key: documents do not contain undefined. */
const put = <C extends PersonCore, K extends keyof C>(core: C, key: K, value: C[K] | undefined): void => {
  if (value === undefined) delete core[key];
  else core[key] = value;
};

const assign = (core: PersonDocument, key: 'assignedUserId' | 'assignedLenderId', id: number | null | undefined) => {
  if (id !== undefined) put(core, key, id ?? undefined);
};
