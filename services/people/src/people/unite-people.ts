import type { Email } from '@porchlight/contracts';
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
  toStoredCount,
  UNSPECIFIED,
  withCommunication,
  withDuplicates,
  withoutDuplicate,
} from '../person';
import { MAX_COLLABORATORS } from './person-shares';

/** Of these times the earlier one counts, of all others the later one. */
const EARLIEST: ReadonlySet<ActivityMoment> = new Set(['firstCall', 'nextTask']);
/** Maximum number of stored ids of merged people. */
const MAX_MERGED = 500;

/** Fields that the merged person fills if the survivor has no value. */
const FILLING = [
  'firstName',
  'lastName',
  'price',
  'background',
  'sourceUrl',
  'picture',
  'timeframeId',
  'assignedLenderId',
] as const satisfies readonly (keyof PersonDocument)[];

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A status that forbids mail is retained, no matter which of the two has it. */
const uniteEmails = (survivor: readonly Email[], loser: readonly Email[]): Email[] => {
  const marked = [...survivor, ...loser].sort((a, b) => a.status.length - b.status.length);
  return addEmails(survivor, loser, marked).slice(0, MAX_CONTACTS);
};

const fillEmpty = (survivor: PersonDocument, loser: PersonDocument): Partial<PersonDocument> => {
  const names: readonly (keyof PersonDocument)[] = FILLING;
  const filled = names.filter((name) => isEmpty(survivor[name]) && !isEmpty(loser[name]));
  return Object.fromEntries(filled.map((name) => [name, loser[name]]));
};

/** An unassigned survivor gets the user of the merged person, who otherwise would no longer see the person. */
const mergeAssignment = (survivor: PersonDocument, loser: PersonDocument): Partial<PersonDocument> => {
  const taken =
    survivor.assignedUserId !== undefined || survivor.assignedPondId !== undefined || survivor.claimed === false;
  return taken || loser.assignedUserId === undefined ? {} : { assignedUserId: loser.assignedUserId };
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
  return withCommunication(united);
};

/**
 * Merges another person into the survivor (decisions section 10): emails, phones, addresses, tags and collaborators are
 * united; names, price, background, source and custom values fill empty fields; activity is added. Stage and creation
 * of the survivor do not change. Idempotent.
 */
export const unitePeople = (survivor: PersonDocument, loser: PersonDocument): PersonDocument => {
  if (survivor.mergedIds?.includes(loser.id)) return survivor;
  const lastActivity = Math.max(survivor.lastActivity.getTime(), loser.lastActivity.getTime());
  const after: PersonDocument = {
    ...survivor,
    ...fillEmpty(survivor, loser),
    ...mergeAssignment(survivor, loser),
    ...uniteActivity(survivor, loser),
    lastActivity: new Date(lastActivity),
    source: survivor.source === UNSPECIFIED || !survivor.source ? loser.source : survivor.source,
    contacted: survivor.contacted || loser.contacted,
    emails: uniteEmails(survivor.emails, loser.emails),
    phones: addPhones(survivor.phones, loser.phones).slice(0, MAX_CONTACTS),
    addresses: prepareAddresses([...survivor.addresses, ...loser.addresses]).slice(0, MAX_CONTACTS),
    tags: fitTags([...survivor.tags, ...loser.tags]),
    collaboratorIds: [...new Set([...survivor.collaboratorIds, ...loser.collaboratorIds])].slice(0, MAX_COLLABORATORS),
    mergedIds: [...new Set([...(survivor.mergedIds ?? []), ...(loser.mergedIds ?? []), loser.id])].slice(-MAX_MERGED),
  };
  const custom = { ...loser.custom, ...survivor.custom };
  if (Object.keys(custom).length > 0) after.custom = custom;
  const others = (loser.possibleDuplicates ?? []).filter((id) => id !== survivor.id);
  return derive(withoutDuplicate(withDuplicates(after, others), loser.id));
};
