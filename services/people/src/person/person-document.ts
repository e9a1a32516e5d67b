import type { Address } from '@porchlight/contracts';
import { formatCustomFacets, type CustomValue } from '@porchlight/custom-fields';
import { column, type Columns, type Document, normalizeText, splitGrams, type Stored } from '@porchlight/store';
import { tagKey } from '@porchlight/text';
import { activityColumns } from './activity-fields';
import type { StoredEmail, StoredPhone } from './contacts';
import { listClaims, listIdentities } from './identity';
import { offerColumns } from './offer-state';
import { shownName } from './person-name';
import { listRelationKeys, listSearchKeys } from './search-keys';
import { TRASH_ID } from '../settings';

/** The source of a person without one; merges treat it as empty (decisions section 4). */
export const UNSPECIFIED = '<unspecified>';

const personCoreColumns = {
  ...offerColumns,
  ...activityColumns,
  firstName: column.text,
  lastName: column.text,
  stageId: column.number,
  source: column.text,
  sourceUrl: column.optional(column.text),
  contacted: column.flag,
  price: column.optional(column.number),
  assignedUserId: column.optional(column.number),
  assignedLenderId: column.optional(column.number),
  collaboratorIds: column.listOf(column.number),
  /** Id of one of the fixed timeframes. */
  timeframeId: column.optional(column.number),
  timeframeStatus: column.optional(column.text),
  /** When the timeframe last changed. */
  timeframeUpdated: column.optional(column.date),
  prequalified: column.optional(column.flag),
  assignedPondId: column.optional(column.number),
  /** Copy of the pond's members, so that the viewers follow from the person alone. */
  pondUserIds: column.optional(column.listOf(column.number)),
  /** False while a lead waits to be claimed. */
  claimed: column.optional(column.flag),
  /** Values of custom fields by the field's id. */
  custom: column.optional(column.mapOf<CustomValue>(column.either(column.text, column.number))),
  tags: column.listOf(column.text),
  emails: column.listOf<StoredEmail>(
    column.nested({ value: column.text, type: column.text, isPrimary: column.flag, status: column.text }),
  ),
  /** Hashes of the emails that get no mail (D13.4). */
  suppressedHashes: column.optional(column.listOf(column.text)),
  phones: column.listOf<StoredPhone>(
    column.nested({
      value: column.text,
      type: column.text,
      isPrimary: column.flag,
      normalized: column.text,
      status: column.optional(column.text),
    }),
  ),
  addresses: column.listOf<Address>(
    column.nested({
      type: column.text,
      street: column.text,
      city: column.text,
      state: column.text,
      code: column.text,
      country: column.text,
    }),
  ),
  /** What searches compare of the person's relationships, copied from them (D12.4). */
  relations: column.optional(
    column.listOf(
      column.nested({ name: column.text, emails: column.listOf(column.text), phones: column.listOf(column.text) }),
    ),
  ),
  background: column.optional(column.text),
  picture: column.optional(column.text),
  lastActivity: column.date,
  createdVia: column.text,
  /** People who share an email or phone with a lead that was given to this person. */
  possibleDuplicates: column.optional(column.listOf(column.number)),
  /** Identities that no other person of the account may claim; only people created by leads and batches have them. */
  claims: column.optional(column.listOf(column.text)),
  /** Inquiries of the last minute by their content, so that a repeated one is recognised (D13.5). */
  inquiries: column.optional(
    column.listOf(column.nested({ key: column.text, eventId: column.number, at: column.number })),
  ),
  /** Names, folded, that leads sent for this person and that are not the person's (D13.2). */
  sentNames: column.optional(column.listOf(column.text)),
  /** Set while this person is being merged into another one: it is invisible and read-only. */
  mergedInto: column.optional(column.number),
  /** People who were merged into this one. */
  mergedIds: column.optional(column.listOf(column.number)),
  /**
   * Set right before a person is erased: ids of the person's records by resource, for services that store data about
   * them.
   */
  erasing: column.optional(column.mapOf(column.listOf(column.number))),
} satisfies Columns;

/**
 * Fields of a person that requests and leads set. Users and the stage are stored by id; names are looked up on read.
 */
export type PersonCore = Stored<typeof personCoreColumns>;

const personDerivedColumns = {
  name: column.text,
  nameKey: column.text,
  firstNameKey: column.text,
  lastNameKey: column.text,
  /**
   * Of the whole name; first and last name are parts of it, so their filters use these too. Also the keys of searches
   * by beginnings, which are longer than a gram.
   */
  nameGrams: column.listOf(column.text),
  /** What decides whether two tags are one; used by the filter `tags` (D13.7). */
  tagKeys: column.optional(column.listOf(column.text)),
  /** All emails and phones, normalized; used by the filters `email` and `phone` and by deduplication. */
  identities: column.listOf(column.text),
  /** Values of custom fields and the timeframe, in one index for filters. */
  facets: column.optional(column.listOf(column.text)),
  /** In stage Trash: left out of lists. */
  trashed: column.flag,
  /** Set where possible duplicates are recorded. */
  hasDuplicates: column.optional(column.onlyTrue),
} satisfies Columns;

/** Columns that are derived from the core, for lists and lookups. */
export type PersonDerived = Stored<typeof personDerivedColumns>;

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
    nameGrams: [
      ...splitGrams(name),
      ...new Set([...listSearchKeys(name, core.emails, core.phones), ...listRelationKeys(core.relations ?? [])]),
    ],
    tagKeys: core.tags.map(tagKey),
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
