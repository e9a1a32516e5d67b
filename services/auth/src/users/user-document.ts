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
  /** The user that the people and tasks of the deleted user were assigned to. */
  reassignedTo?: number;
  /** The last cancelled transfer of ownership to this user. */
  withdrawnTransfer?: string;
  passwordHash?: string;
}

export type UserStore = ResourceStore<User, UserDocument>;
