import type { AccountSettings } from '@porchlight/access';
import type { AccountLimits } from '../rate-limits';

/** An account: one team. `_id` is its number. */
export interface AccountDocument {
  _id: number;
  name: string;
  domain: string;
  created: Date;
  features: string[];
  /** Created by open sign-up, without the operator. */
  openSignUp?: true;
  /** Absent: Active. A deleted account is stored as its number alone, which is never used again. */
  status?: 'Active' | 'Disabled' | 'Deleted';
  /** Counts changes of its status. */
  version?: number;
  /** Its status is not yet published to other services. */
  untold?: true;
  /** Request limits that differ from the defaults (decisions section 3). */
  limits?: AccountLimits;
  /** Settings that differ from the defaults (decisions section 11). */
  settings?: Partial<AccountSettings>;
}

/** The number of the newest account. */
export interface SequenceDocument {
  _id: string;
  n: number;
}
