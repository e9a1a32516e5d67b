import type { Address } from '@porchlight/contracts';
import { customFacetsOf, type CustomValues } from '@porchlight/custom-fields';
import { gramsOf, normalizeText, type Document } from '@porchlight/store';
import type { PersonActivity } from './activity';
import type { StoredEmail } from './email-address';
import { claimsOf, identitiesOf } from './identity';
import type { LeadStanding } from './lead-standing';
import { shownName } from './person-name';
import type { StoredPhone } from './phone-number';
import { TRASH_ID } from './default-stages';

/** The source of a person when nobody gave one; merges treat it as empty (decisions section 4). */
export const UNSPECIFIED = '<unspecified>';

/** What callers and leads decide about a person. Users and the stage are kept by id; names are looked up when read. */
export interface PersonCore extends LeadStanding, PersonActivity {
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
  /** Copy of the pond's members, so that who may see the person is told by the person alone. */
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
  /** Identities that no other person of the account may claim; only people made by leads and batches have any. */
  claims?: string[];
  /** Set while this person is being merged into another: nobody may see or change it any more. */
  mergedInto?: number;
  /** People who became part of this one. */
  mergedIds?: number[];
  /**
   * Set right before a person is erased: ids of what hangs on them, by resource, for services that keep something of
   * it.
   */
  erasing?: Record<string, number[]>;
}

/** What follows from the core and is kept for lists and look-ups. */
export interface PersonDerived {
  name: string;
  nameKey: string;
  firstNameKey: string;
  lastNameKey: string;
  /** Of the whole name; first and last name are parts of it, so their filters use these too. */
  nameGrams: string[];
  /** Every email and phone, normalised: what the filters `email` and `phone` and de-duplication look up. */
  identities: string[];
  /** What filters of few records each find, in one index: values of custom fields, the timeframe. */
  facets?: string[];
  /** In stage Trash: left out of lists. */
  trashed: boolean;
  /** Set where possible duplicates are recorded. */
  hasDuplicates?: true;
}

/** A person as it is kept. */
export interface PersonDocument extends Document, PersonCore, PersonDerived {}

/**
 * Users who may see a person: assigned agent, assigned lender, collaborators, members of their pond. The one place that
 * decides it.
 */
export const viewersOf = (
  person: Pick<PersonCore, 'assignedUserId' | 'assignedLenderId' | 'collaboratorIds' | 'pondUserIds'>,
): number[] => {
  const { assignedUserId, assignedLenderId, collaboratorIds, pondUserIds = [] } = person;
  const ids = [assignedUserId, assignedLenderId, ...collaboratorIds, ...pondUserIds];
  return [...new Set(ids.filter((id) => id !== undefined))].sort((a, b) => a - b);
};

/** What the filter `timeframeId` looks for. */
export const timeframeFacet = (id: number): string => `timeframe=${id}`;

const facetsOf = ({ custom, timeframeId }: PersonCore): string[] => [
  ...customFacetsOf(custom),
  ...(timeframeId === undefined ? [] : [timeframeFacet(timeframeId)]),
];

/**
 * The core with all that follows from it. Claims only ever shrink here, with the entries they stand for: a claim that
 * grew could collide with another person's and refuse an ordinary update.
 */
export const derive = <C extends PersonCore>(core: C): C & PersonDerived => {
  const name = shownName(core, core.emails, core.phones);
  const out: C & PersonDerived = {
    ...core,
    name,
    nameKey: normalizeText(name),
    firstNameKey: normalizeText(core.firstName),
    lastNameKey: normalizeText(core.lastName),
    nameGrams: gramsOf(name),
    identities: identitiesOf(core),
    trashed: core.stageId === TRASH_ID,
  };
  const facets = facetsOf(core);
  if (facets.length > 0) out.facets = facets;
  else delete out.facets;
  const possible = new Set(claimsOf(core));
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
