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
  /** Absent: Active. A deleted account stays as its number alone, which is never given out again. */
  status?: 'Active' | 'Disabled' | 'Deleted';
  /** Counts changes of its status. */
  version?: number;
  /** Its status is not yet published to other services. */
  untold?: true;
  /** Of requests; the defaults unless set (decisions section 3). */
  limits?: AccountLimits;
  /** Only what differs from the defaults (decisions section 11). */
  settings?: Partial<AccountSettings>;
}

/** The number of the newest account. */
export interface SequenceDocument {
  _id: string;
  n: number;
}
