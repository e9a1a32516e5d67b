import type { User } from '@porchlight/contracts';
import type { Document, ResourceStore } from '@porchlight/store';

/** A user as stored. */
export interface UserDocument extends Document {
  name: string;
  nameKey: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Lower-cased, for comparison; unique in the account. */
  emailKey: string;
  phone?: string;
  role: string;
  status: string;
  timezone: string;
  isOwner: boolean;
  /** Lead distribution skips the user. */
  pauseLeadDistribution?: true;
  /** The user was deleted: disabled and left out of lists. */
  deleted?: true;
  /** Who got the people and tasks of the deleted user. */
  reassignedTo?: number;
  /** The newest transfer of the ownership to this user that was taken back. */
  withdrawnTransfer?: string;
  passwordHash?: string;
}

export type UserStore = ResourceStore<User, UserDocument>;
