import type { Address } from '@porchlight/contracts';
import { formatCustomFacets, type CustomValue } from '@porchlight/custom-fields';
import {
  type Columns,
  date,
  type Document,
  either,
  flag,
  listOf,
  mapOf,
  nested,
  normalizeText,
  number,
  onlyTrue,
  optional,
  splitGrams,
  type Stored,
  text,
} from '@porchlight/store';
import { activityColumns } from './activity-fields';
import type { StoredEmail } from './email-address';
import { listClaims, listIdentities } from './identity';
import { offerColumns } from './offer-state';
import { shownName } from './person-name';
import type { StoredPhone } from './phone-number';
import { TRASH_ID } from '../settings';

/** The source of a person without one; merges treat it as empty (decisions section 4). */
export const UNSPECIFIED = '<unspecified>';

/** Columns of person core. */
export const personCoreColumns = {
  ...offerColumns,
  ...activityColumns,
  firstName: text,
  lastName: text,
  stageId: number,
  source: text,
  sourceUrl: optional(text),
  contacted: flag,
  price: optional(number),
  assignedUserId: optional(number),
  assignedLenderId: optional(number),
  collaboratorIds: listOf(number),
  /** Id of one of the fixed timeframes. */
  timeframeId: optional(number),
  timeframeStatus: optional(text),
  /** When the timeframe last changed. */
  timeframeUpdated: optional(date),
  prequalified: optional(flag),
  assignedPondId: optional(number),
  /** Copy of the pond's members, so that the viewers follow from the person alone. */
  pondUserIds: optional(listOf(number)),
  /** False while a lead waits to be claimed. */
  claimed: optional(flag),
  /** Values of custom fields by the field's id. */
  custom: optional(mapOf<CustomValue>(either(text, number))),
  tags: listOf(text),
  emails: listOf<StoredEmail>(nested({ value: text, type: text, isPrimary: flag, status: text })),
  phones: listOf<StoredPhone>(
    nested({ value: text, type: text, isPrimary: flag, normalized: text, status: optional(text) }),
  ),
  addresses: listOf<Address>(nested({ type: text, street: text, city: text, state: text, code: text, country: text })),
  background: optional(text),
  picture: optional(text),
  lastActivity: date,
  createdVia: text,
  /** People who share an email or phone with a lead that was given to this person. */
  possibleDuplicates: optional(listOf(number)),
  /** Identities that no other person of the account may claim; only people created by leads and batches have them. */
  claims: optional(listOf(text)),
  /** Set while this person is being merged into another one: it is invisible and read-only. */
  mergedInto: optional(number),
  /** People who were merged into this one. */
  mergedIds: optional(listOf(number)),
  /**
   * Set right before a person is erased: ids of the person's records by resource, for services that store data about
   * them.
   */
  erasing: optional(mapOf(listOf(number))),
} satisfies Columns;

/**
 * Fields of a person that requests and leads set. Users and the stage are stored by id; names are looked up on read.
 */
export type PersonCore = Stored<typeof personCoreColumns>;

/** Columns of person derived. */
export const personDerivedColumns = {
  name: text,
  nameKey: text,
  firstNameKey: text,
  lastNameKey: text,
  /** Of the whole name; first and last name are parts of it, so their filters use these too. */
  nameGrams: listOf(text),
  /** All emails and phones, normalized; used by the filters `email` and `phone` and by deduplication. */
  identities: listOf(text),
  /** Values of custom fields and the timeframe, in one index for filters. */
  facets: optional(listOf(text)),
  /** In stage Trash: left out of lists. */
  trashed: flag,
  /** Set where possible duplicates are recorded. */
  hasDuplicates: optional(onlyTrue),
} satisfies Columns;

/** Columns that are derived from the core, for lists and lookups. */
export type PersonDerived = Stored<typeof personDerivedColumns>;

/** Columns of person documents. */
export const personColumns = { ...personCoreColumns, ...personDerivedColumns } satisfies Columns;

/** A person as stored. */
export interface PersonDocument extends Document, PersonCore, PersonDerived {}

/**
 * Users who may see a person: assigned agent, assigned lender, collaborators, members of the pond. Only this function
 * decides it.
 */
export const listViewers = (
  person: Pick<PersonCore, 'assignedUserId' | 'assignedLenderId' | 'collaboratorIds' | 'pondUserIds'>,
): number[] => {
  const { assignedUserId, assignedLenderId, collaboratorIds, pondUserIds = [] } = person;
  const ids = [assignedUserId, assignedLenderId, ...collaboratorIds, ...pondUserIds];
  return [...new Set(ids.filter((id) => id !== undefined))].sort((a, b) => a - b);
};

/** The facet of the filter `timeframeId`. */
export const timeframeFacet = (id: number): string => `timeframe=${id}`;

const listFacets = ({ custom, timeframeId }: PersonCore): string[] => [
  ...formatCustomFacets(custom),
  ...(timeframeId === undefined ? [] : [timeframeFacet(timeframeId)]),
];

/**
 * The core with its derived columns. Claims only shrink here, together with their entries: a new claim could conflict
 * with another person and fail an ordinary update.
 */
export const derive = <C extends PersonCore>(core: C): C & PersonDerived => {
  const name = shownName(core, core.emails, core.phones);
  const out: C & PersonDerived = {
    ...core,
    name,
    nameKey: normalizeText(name),
    firstNameKey: normalizeText(core.firstName),
    lastNameKey: normalizeText(core.lastName),
    nameGrams: splitGrams(name),
    identities: listIdentities(core),
    trashed: core.stageId === TRASH_ID,
  };
  const facets = listFacets(core);
  if (facets.length > 0) out.facets = facets;
  else delete out.facets;
  const possible = new Set(listClaims(core));
  const claims = core.claims?.filter((claim) => possible.has(claim)) ?? [];
  if (claims.length > 0) out.claims = claims;
  else delete out.claims;
  if (core.possibleDuplicates?.length) out.hasDuplicates = true;
  else {
    delete out.possibleDuplicates;
    delete out.hasDuplicates;
  }
  return out;
};
