import type { Email } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import {
  ACTIVITY_COUNTERS,
  ACTIVITY_MOMENTS,
  type ActivityMoment,
  addEmails,
  addPhones,
  derive,
  fitTags,
  MAX_CONTACTS,
  type PersonDocument,
  prepareAddresses,
  readCampaignMails,
  toStoredCount,
  uniteNames,
  UNSPECIFIED,
  withCommunication,
  withDuplicates,
  withoutDuplicate,
} from '../person';
import { fieldsWith } from './merge-rules';
import { MAX_COLLABORATORS } from '../people';

/** Of these times the earlier one counts, of all others the later one. */
const EARLIEST: ReadonlySet<ActivityMoment> = new Set(['firstCall', 'nextTask', 'nextAppointment']);
/** Maximum number of stored ids of merged people. */
const MAX_MERGED = 500;
/** Maximum number of remembered inquiries and sent names. */
const MAX_REMEMBERED = 50;

/** Longest background of a person, characters. */
const MAX_BACKGROUND = 65_536;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === UNSPECIFIED;

/** A status that forbids mail is retained, no matter which of the two has it. */
const uniteEmails = (survivor: readonly Email[], loser: readonly Email[]): Email[] => {
  const marked = [...survivor, ...loser].sort((a, b) => a.status.length - b.status.length);
  return addEmails(survivor, loser, marked).slice(0, MAX_CONTACTS);
};

const fillEmpty = (survivor: PersonDocument, loser: PersonDocument): Partial<PersonDocument> => {
  const names: readonly (keyof PersonDocument)[] = fieldsWith('fill', 'fillSilently');
  const filled = names.filter((name) => isEmpty(survivor[name]) && !isEmpty(loser[name]));
  return Object.fromEntries(filled.map((name) => [name, loser[name]]));
};

/**
 * An unassigned survivor gets the user or the pond of the merged person; otherwise the members would no longer see the
 * person.
 */
const mergeAssignment = (survivor: PersonDocument, loser: PersonDocument): Partial<PersonDocument> => {
  const { assignedUserId, assignedPondId, pondUserIds } = loser;
  if (survivor.assignedUserId !== undefined || survivor.assignedPondId !== undefined || survivor.claimed === false)
    return {};
  if (assignedUserId !== undefined) return { assignedUserId };
  return assignedPondId === undefined ? {} : { assignedPondId, ...(pondUserIds && { pondUserIds }) };
};

/** Both backgrounds with an empty line between them, if they fit. */
const joinBackgrounds = (survivor: PersonDocument, loser: PersonDocument): Partial<PersonDocument> => {
  const texts = [survivor.background, loser.background].filter((text) => text !== undefined && text.trim() !== '');
  const background = [...new Set(texts)].join('\n\n');
  if (background === '') return {};
  return { background: background.length <= MAX_BACKGROUND ? background : texts[0]! };
};

const uniteActivity = (survivor: PersonDocument, loser: PersonDocument): Partial<PersonDocument> => {
  const united: Partial<PersonDocument> = {};
  for (const name of ACTIVITY_COUNTERS) {
    const sum = toStoredCount((survivor[name] ?? 0) + (loser[name] ?? 0));
    if (sum !== undefined) united[name] = sum;
  }
  for (const name of ACTIVITY_MOMENTS) {
    const times = [survivor[name], loser[name]].flatMap((moment) => (moment ? [moment.getTime()] : []));
    const chosen = EARLIEST.has(name) ? Math.min(...times) : Math.max(...times);
    if (times.length > 0) united[name] = new Date(chosen);
  }
  // The counts of marketing follow for the survivor; until then its mails of campaigns are those of both.
  const mails = [survivor, loser].map(readCampaignMails);
  const last = Math.max(...mails.flatMap(({ last: at }) => (at ? [at.getTime()] : [])));
  if (survivor.emEventsSent !== undefined || loser.emEventsSent !== undefined)
    Object.assign(united, {
      emEventsSent: mails.reduce((sum, { sent }) => sum + sent, 0),
      ...(Number.isFinite(last) && { lastEmEventSent: new Date(last) }),
    });
  return withCommunication(united);
};

/**
 * Merges another person into the survivor (D13.2) by the rules of the fields: emails, phones, addresses, tags and
 * collaborators are united, backgrounds joined; other values fill empty fields; activity is added. Values that the
 * survivor does not take are listed by `listRemainingValues`. Idempotent.
 */
export const unitePeople = (survivor: PersonDocument, loser: PersonDocument): PersonDocument => {
  if (survivor.mergedIds?.includes(loser.id)) return survivor;
  const lastActivity = Math.max(survivor.lastActivity.getTime(), loser.lastActivity.getTime());
  const after: PersonDocument = {
    ...survivor,
    ...fillEmpty(survivor, loser),
    ...uniteNames(survivor, loser),
    ...joinBackgrounds(survivor, loser),
    ...mergeAssignment(survivor, loser),
    ...uniteActivity(survivor, loser),
    lastActivity: new Date(lastActivity),
    contacted: survivor.contacted || loser.contacted,
    emails: uniteEmails(survivor.emails, loser.emails),
    phones: addPhones(survivor.phones, loser.phones).slice(0, MAX_CONTACTS),
    addresses: prepareAddresses([...survivor.addresses, ...loser.addresses]).slice(0, MAX_CONTACTS),
    tags: fitTags([...survivor.tags, ...loser.tags]),
    collaboratorIds: [...new Set([...survivor.collaboratorIds, ...loser.collaboratorIds])].slice(0, MAX_COLLABORATORS),
    mergedIds: [...new Set([...(survivor.mergedIds ?? []), ...(loser.mergedIds ?? []), loser.id])].slice(-MAX_MERGED),
  };
  const inquiries = [...(survivor.inquiries ?? []), ...(loser.inquiries ?? [])].slice(-MAX_REMEMBERED);
  if (inquiries.length > 0) after.inquiries = inquiries;
  const sentNames = [...new Set([...(survivor.sentNames ?? []), ...(loser.sentNames ?? [])])].slice(-MAX_REMEMBERED);
  if (sentNames.length > 0) after.sentNames = sentNames;
  // Until the relationships have moved and are copied again.
  const relations = [...(survivor.relations ?? []), ...(loser.relations ?? [])];
  if (relations.length > 0) after.relations = relations.slice(0, LIMITS.personRelationships.value);
  const custom = { ...loser.custom, ...survivor.custom };
  if (Object.keys(custom).length > 0) after.custom = custom;
  const others = (loser.possibleDuplicates ?? []).filter((id) => id !== survivor.id);
  return derive(withoutDuplicate(withDuplicates(after, others), loser.id));
};
