/** The stored person and the rules of its parts: names, contacts, identities, tags, limits. Opens no store. */

export {
  type Activity,
  ACTIVITY_COUNTERS,
  ACTIVITY_MOMENTS,
  MAX_COUNT,
  readCampaignMails,
  type ActivityCounter,
  type ActivityField,
  type ActivityMoment,
  type PersonActivity,
  sameSecond,
  toStoredCount,
  withActivity,
  withCommunication,
  withoutActivity,
} from './activity-fields';
export { checkNames, prepareChangedNames, prepareNewNames } from './apply-names';
export {
  authoredColumns,
  type AuthoredDocument,
  type ChildDocument,
  defined,
  type NamedChildStore,
  noSuchPerson,
  type OwnFields,
} from './child';
export {
  addEmails,
  addPhones,
  checkEmails,
  prepareEmails,
  type StoredEmail,
  type StoredPhone,
  unsubscribe,
  preparePhones,
  prepareAddresses,
  fitTags,
  prepareTags,
} from './contacts';
export {
  type Contacts,
  emailIdentities,
  isMatch,
  listClaims,
  listIdentifying,
  listIdentities,
  phoneIdentities,
  prepareContacts,
} from './identity';
export { fillNames, findForeignName, formatFullName, isContactName, sentNameKey, uniteNames } from './full-names';
export { claimField, endOffer, type LeadOffer } from './offer-state';
export {
  derive,
  personColumns,
  type PersonCore,
  type PersonDerived,
  type PersonDocument,
  timeframeFacet,
  UNSPECIFIED,
  listViewers,
} from './person-document';
export { checkPersonLimits, MAX_CONTACTS } from './person-limits';
export { cutName, shownName } from './person-name';
export { beginningKey, firstDigitsKey, lastDigitsKey, listNameWords, type Searched } from './search-keys';
export { withDuplicates, withoutDuplicate } from './possible-duplicates';
export { resolveZone } from './resolve-zone';
