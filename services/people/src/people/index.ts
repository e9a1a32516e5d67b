export { BACKOFF_MS, identityKeys, LOST, MAX_REFUSALS, MAX_ROUNDS, withIdentities } from './claim-identities';
export {
  changeChild,
  endsWithPerson,
  listPeopleOf,
  mayBeStale,
  removeAllChildren,
  removeChildren,
  selectChildren,
} from './child-records';
export { people } from './feature';
export { findKnownPeople } from './find-known-person';
export { absence, loadSurvivor, MAX_HOPS, mergingCall, type Survivors, withMergedInto } from './load-survivor';
export { type MergedPerson, mergedPersonSchema, type Merges } from './merges';
export { OFFERED_TO } from './offered-people';
export type { People } from './people-parts';
export type { MergingCall, MovingCall } from './people-strategy';
export { MAX_COLLABORATORS } from './person-shares';
export { defaultAssignment, type PreparationRules, prepareChangedPerson, prepareNewPerson } from './prepare-person';
export { logReport, recomputeIdentities, type Recomputed, reportIdentities } from './recompute-identities';
export { removeDuplicate } from './remove-duplicate';
