import type { PersonActivity, PersonCore } from '../person';

/**
 * What a merge does with a field of the two people:
 * - fill: an empty field of the survivor takes the value of the other person; another value goes into the note.
 * - fillSilently: the same for values that no user entered; another value is dropped.
 * - note: the survivor keeps its value; another one goes into the note.
 * - unite: a rule of its own joins both (unite-people.ts).
 * - keep: the survivor keeps its value, which describes the record and not the person.
 */
export type MergeRule = 'fill' | 'fillSilently' | 'note' | 'unite' | 'keep';

/** The fields of a person besides its activity, which is added up. */
type MergedField = Exclude<keyof PersonCore, keyof PersonActivity>;

/** The rule of every stored field. The compiler refuses a field without one, so that a merge loses no value (D13.2). */
const MERGE_RULES: { readonly [K in MergedField]-?: MergeRule } = {
  firstName: 'unite',
  lastName: 'unite',
  stageId: 'note',
  source: 'fill',
  sourceUrl: 'fill',
  contacted: 'unite',
  price: 'fill',
  assignedUserId: 'unite',
  assignedLenderId: 'fill',
  collaboratorIds: 'unite',
  timeframeId: 'fill',
  timeframeStatus: 'fill',
  timeframeUpdated: 'fillSilently',
  prequalified: 'fill',
  assignedPondId: 'unite',
  pondUserIds: 'unite',
  claimed: 'keep',
  offeredGroupId: 'keep',
  offeredUserIds: 'keep',
  offeredUntil: 'keep',
  claimedAt: 'keep',
  claimedById: 'keep',
  custom: 'unite',
  tags: 'unite',
  emails: 'unite',
  // The store computes it from the emails.
  suppressedHashes: 'keep',
  phones: 'unite',
  addresses: 'unite',
  relations: 'unite',
  background: 'unite',
  picture: 'fillSilently',
  lastActivity: 'unite',
  createdVia: 'keep',
  possibleDuplicates: 'unite',
  claims: 'keep',
  inquiries: 'unite',
  sentNames: 'unite',
  mergedInto: 'keep',
  mergedIds: 'unite',
  erasing: 'keep',
};

/** The names of the fields with one of these rules. */
export const fieldsWith = (...rules: readonly MergeRule[]): MergedField[] =>
  (Object.keys(MERGE_RULES) as MergedField[]).filter((name) => rules.includes(MERGE_RULES[name]));
