import { canSeeViewers, seesWholeAccount } from '@porchlight/access';
import { isEmail } from '@porchlight/contact';
import type { Appointment, AppointmentConflict, Invitee } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import type { FilterValues } from '@porchlight/resource';
import {
  composeKey,
  type Condition,
  type FindExisting,
  type ResourceReads,
  type StoreCall,
  type Strategy,
  type Write,
} from '@porchlight/store';
import type { People } from '../people';
import { listViewers, type PersonDocument } from '../person';
import type { AccountSettings, Settings } from '../settings';
import type { AppointmentDocument, StoredInvitee } from './appointment-document';
import { listInvitations } from './list-invitations';
import { loadRelationships, type RelationshipStores, type Relationships } from './invited-relationships';

/** What the rules of appointments read. */
export interface AppointmentSources extends Pick<Settings, 'settingsCache' | 'findExisting'> {
  readonly people: Pick<People['people'], 'find'>;
  readonly appointments: Pick<ResourceReads<AppointmentDocument>, 'find'>;
  readonly relationships: RelationshipStores;
}

/** Data that rendering needs besides the documents. */
interface AppointmentRelated {
  readonly settings: AccountSettings;
  readonly people: ReadonlyMap<number, PersonDocument>;
  readonly relationships: Relationships;
  /** Appointments at the time of the rendered ones. */
  readonly others: readonly AppointmentDocument[];
}

/** Appointments that are compared for conflicts with one page. */
const MAX_COMPARED = 1_000;
/** Conflicts that a record shows. */
const MAX_CONFLICTS = 20;

/** Only administrators may set another user as creator. A value that is sent back as it was read changes nothing. */
const checkCreator = ({ actor }: StoreCall, { before, input, mask }: Write<Appointment, AppointmentDocument>): void => {
  if (!mask.has('createdById') || input.createdById === undefined) return;
  if (input.createdById === (before?.createdById ?? actor.userId) || seesWholeAccount(actor)) return;
  throw refuse('FORBIDDEN', { role: actor.role, what: 'set another user as the creator of an appointment' });
};

/** Without invitees that are named twice. The name and the email of users and people are always the current ones. */
const uniteInvitees = (invitees: readonly StoredInvitee[]): StoredInvitee[] => {
  const byKey = new Map<string, StoredInvitee>();
  for (const { userId, personId, relationshipId, name, email } of invitees) {
    const stored: StoredInvitee =
      personId !== undefined
        ? { personId }
        : userId !== undefined
          ? { userId }
          : relationshipId !== undefined
            ? { relationshipId }
            : { ...(name && { name }), ...(email !== undefined && { email: email.trim() }) };
    const key = JSON.stringify([personId, userId, relationshipId, stored.email?.toLowerCase()]);
    if (!byKey.has(key)) byKey.set(key, stored);
  }
  return [...byKey.values()];
};

const listUserIds = (invitees: readonly StoredInvitee[]): number[] =>
  invitees.flatMap(({ userId }) => (userId === undefined ? [] : [userId]));

/** Checks the invitees that an update adds. Throws UNKNOWN_REFERENCE, USER_NOT_ACTIVE; INVALID_BODY for an address. */
const checkInvitees = async (
  call: StoreCall,
  findExisting: FindExisting,
  before: AppointmentDocument | undefined,
  invitees: readonly StoredInvitee[],
): Promise<void> => {
  const addresses = new Set(before?.invitees.map(({ email }) => email));
  for (const [at, { email }] of invitees.entries())
    if (email !== undefined && !addresses.has(email) && !isEmail(email))
      throw invalidBody(`Field 'invitees.${at}.email' must be an email address.`);
  const added = listUserIds(invitees).filter((id) => !before?.userIds.includes(id));
  if (added.length === 0) return;
  const existing = await findExisting(call, { resource: 'users', field: 'invitees' }, added);
  const unknown = added.find((id) => !existing.has(id));
  if (unknown !== undefined) throw refuse('UNKNOWN_REFERENCE', { field: 'invitees', what: 'a user', value: unknown });
};

/** The condition of a range of time; undefined without one. Throws INVALID_QUERY for one bound alone. */
const buildRangeCondition = (filters: readonly FilterValues[]): Condition | undefined => {
  const read = (name: string): Date | undefined => {
    const text = filters.find((filter) => filter.name === name)?.values[0];
    return text === undefined ? undefined : new Date(text);
  };
  const [start, end] = [read('start'), read('end')];
  if (!start && !end) return undefined;
  if (!start || !end)
    throw refuse('INVALID_QUERY', {
      problems:
        `Parameter '${start ? 'start' : 'end'}' needs '${start ? 'end' : 'start'}' too. For one bound alone` +
        " send 'startAfter' or 'startBefore'.",
    });
  if (end < start) throw refuse('INVALID_QUERY', { problems: "Parameter 'end' must not be before 'start'." });
  return { start: { $lt: end }, ends: { $gt: start } };
};

const overlaps = (one: AppointmentDocument, other: AppointmentDocument): boolean =>
  one.start < other.ends && other.start < one.ends;

const isVisible = ({ actor }: StoreCall, viewers: readonly number[]): boolean => canSeeViewers(actor, viewers);

const listConflicts = (
  document: AppointmentDocument,
  call: StoreCall,
  others: readonly AppointmentDocument[],
): AppointmentConflict[] =>
  document.isDeleted
    ? []
    : others
        .filter((other) => other.id !== document.id && overlaps(document, other))
        .flatMap((other) =>
          other.attendeeIds
            .filter((userId) => document.attendeeIds.includes(userId))
            .map((userId) => ({
              id: isVisible(call, other.viewers) ? other.id : undefined,
              userId,
              start: other.start,
              end: other.end,
            })),
        )
        .sort((a, b) => a.start.getTime() - b.start.getTime())
        .slice(0, MAX_CONFLICTS);

const renderInvitee = (
  { userId, personId, relationshipId, ...typed }: StoredInvitee,
  call: StoreCall,
  { settings, people, relationships }: AppointmentRelated,
): Invitee => {
  if (personId !== undefined) {
    const person = people.get(personId);
    if (!person || !isVisible(call, listViewers(person))) return { personId };
    const { name, emails, picture } = person;
    return {
      personId,
      name,
      email: emails[0]?.value,
      picture: picture === undefined ? undefined : { small: picture },
    };
  }
  if (relationshipId !== undefined) {
    const relationship = relationships.get(relationshipId);
    const isShown = relationship !== undefined && isVisible(call, relationship.viewers);
    return {
      relationshipId,
      name: isShown ? relationship.name : undefined,
      email: isShown ? relationship.email : undefined,
    };
  }
  if (userId === undefined) return typed;
  const member = settings.member(userId);
  return { userId, name: member?.name, email: member?.email };
};

/** The rules of appointments (D12.1). */
export const createAppointmentsStrategy = (
  sources: AppointmentSources,
): Strategy<Appointment, AppointmentDocument, AppointmentRelated> => {
  /** Appointments of the attendees at the time of the documents. */
  const findOthers = async (
    call: StoreCall,
    documents: readonly AppointmentDocument[],
  ): Promise<AppointmentDocument[]> => {
    const existing = documents.filter(({ isDeleted }) => !isDeleted);
    const attendees = [...new Set(existing.flatMap(({ attendeeIds }) => attendeeIds))];
    if (attendees.length === 0) return [];
    const last = Math.max(...existing.map(({ ends }) => ends.getTime()));
    const first = Math.min(...existing.map(({ start }) => start.getTime()));
    const attendeeIds = attendees.length === 1 ? attendees[0] : { $in: attendees };
    const during = { attendeeIds, start: { $lt: new Date(last) }, ends: { $gt: new Date(first) }, isDeleted: false };
    return sources.appointments.find(call, during, MAX_COMPARED);
  };

  return {
    async prepare(call, write, declared) {
      checkCreator(call, write);
      const draft = await declared();
      const invitees = uniteInvitees(draft.invitees ?? []);
      await checkInvitees(call, sources.findExisting, write.before, invitees);
      await sources.relationships.check(call, write.before?.invitees ?? [], invitees);
      const userIds = listUserIds(invitees);
      const { start, end, createdById } = draft;
      return {
        ...draft,
        invitees,
        userIds,
        attendeeIds: userIds.length > 0 ? userIds : [createdById].filter((id) => id > 0),
        ends: new Date(Math.max(end.getTime(), start.getTime() + 1)),
        ...(write.options['sendInvitation'] === 'true' && { invitations: (draft.invitations ?? 0) + 1 }),
      };
    },
    async loadRelated(documents, call) {
      const { accountId } = call.actor;
      const ids = [...new Set(documents.flatMap(({ personIds }) => personIds))];
      const keys = ids.map((id) => composeKey(accountId, id));
      const [settings, invitedPeople, relationships, others] = await Promise.all([
        sources.settingsCache.load(accountId),
        keys.length === 0 ? [] : sources.people.find(call, { _id: { $in: keys } }, keys.length),
        loadRelationships(sources.relationships, call, documents),
        findOthers(call, documents),
      ]);
      return { settings, people: new Map(invitedPeople.map((person) => [person.id, person])), relationships, others };
    },
    render: (document, call, related) => ({
      invitees: document.invitees.map((invitee) => renderInvitee(invitee, call, related)),
      conflicts: listConflicts(document, call, related.others),
      isDeleted: document.isDeleted || undefined,
    }),
    events: (before, after) => {
      const settings = sources.settingsCache.cached((after ?? before)?.accountId ?? 0);
      return listInvitations(before, after, (userId) => settings.member(userId)?.timezone);
    },
    planList: (_call, { filters }) => ({ conditions: [buildRangeCondition(filters)] }),
  };
};
