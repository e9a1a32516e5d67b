import type { PeopleStore } from '../suppressions';
import type { Merges } from './merges';
import type { PreparationRules } from './prepare-person';

/** The people of accounts. */
export interface People {
  readonly people: PeopleStore;
  /** Merges, which refer from a merged person to its survivor. */
  readonly merges: Merges;
  /** Rules by which people are prepared outside their store: rows of imports. */
  readonly preparation: PreparationRules;
}
