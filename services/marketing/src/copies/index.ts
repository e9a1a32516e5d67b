export { findInquiryStreet, findOwner, findPeopleByEmails, findTouchedPeople, type FoundPerson } from './find-copies';
export { DECIDES_VIEWERS, followPeopleChanges, followRebuiltPeople, type FollowPerson } from './follow-people-changes';
export {
  copyDefinitions,
  type AddressCopy,
  type LocalCopies,
  type MarketingCopies,
  type PersonCopy,
  type StoredPersonCopy,
  type UserCopy,
} from './marketing-copies';
export { copies, type OpenedCopies } from './feature';
