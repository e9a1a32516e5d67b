import type { Address } from '@porchlight/contracts';
import { formatCustomFacets, type CustomValues } from '@porchlight/custom-fields';
import { splitGrams, normalizeText, type Document } from '@porchlight/store';
import type { PersonActivity } from './activity-fields';
import type { StoredEmail } from './email-address';
import { listClaims, listIdentities } from './identity';
import type { OfferState } from './offer-state';
import { shownName } from './person-name';
import type { StoredPhone } from './phone-number';
import { TRASH_ID } from '../settings';

/** The source of a person without one; merges treat it as empty (decisions section 4). */
export const UNSPECIFIED = '<unspecified>';

/**
 * Fields of a person that requests and leads set. Users and the stage are stored by id; names are looked up on read.
 */
export interface PersonCore extends OfferState, PersonActivity {
  firstName: string;
  lastName: string;
  stageId: number;
  source: string;
  sourceUrl?: string;
  contacted: boolean;
  price?: number;
  assignedUserId?: number;
  assignedLenderId?: number;
  collaboratorIds: number[];
  /** Id of one of the fixed timeframes. */
  timeframeId?: number;
  timeframeStatus?: string;
  /** When the timeframe last changed. */
  timeframeUpdated?: Date;
  prequalified?: boolean;
  assignedPondId?: number;
  /** Copy of the pond's members, so that the viewers follow from the person alone. */
  pondUserIds?: number[];
  /** False while a lead waits to be claimed. */
  claimed?: boolean;
  /** Values of custom fields by the field's id. */
  custom?: CustomValues;
  tags: string[];
  emails: StoredEmail[];
  phones: StoredPhone[];
  addresses: Address[];
  background?: string;
  picture?: string;
  lastActivity: Date;
  createdVia: string;
  /** People who share an email or phone with a lead that was given to this person. */
  possibleDuplicates?: number[];
  /** Identities that no other person of the account may claim; only people created by leads and batches have them. */
  claims?: string[];
  /** Set while this person is being merged into another one: it is invisible and read-only. */
  mergedInto?: number;
  /** People who were merged into this one. */
  mergedIds?: number[];
  /**
   * Set right before a person is erased: ids of the person's records by resource, for services that store data about
   * them.
   */
  erasing?: Record<string, number[]>;
}

/** Columns that are derived from the core, for lists and lookups. */
export interface PersonDerived {
  name: string;
  nameKey: string;
  firstNameKey: string;
  lastNameKey: string;
  /** Of the whole name; first and last name are parts of it, so their filters use these too. */
  nameGrams: string[];
  /** All emails and phones, normalized; used by the filters `email` and `phone` and by deduplication. */
  identities: string[];
  /** Values of custom fields and the timeframe, in one index for filters. */
  facets?: string[];
  /** In stage Trash: left out of lists. */
  trashed: boolean;
  /** Set where possible duplicates are recorded. */
  hasDuplicates?: true;
}

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
