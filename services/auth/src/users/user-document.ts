import type { User } from '@porchlight/contracts';
import {
  type Columns,
  type Document,
  flag,
  number,
  optional,
  type ResourceStore,
  type Stored,
  text,
  onlyTrue,
} from '@porchlight/store';

/** Columns of user documents. */
export const userColumns = {
  name: text,
  nameKey: text,
  firstName: text,
  lastName: text,
  email: text,
  /** Lower-cased, for comparison; unique in the account. */
  emailKey: text,
  phone: optional(text),
  role: text,
  status: text,
  timezone: text,
  isOwner: flag,
  /** Lead distribution skips the user. */
  pauseLeadDistribution: optional(onlyTrue),
  /** The user was deleted: disabled and left out of lists. */
  deleted: optional(onlyTrue),
  /** The user that the people and tasks of the deleted user were assigned to. */
  reassignedTo: optional(number),
  /** The last cancelled transfer of ownership to this user. */
  withdrawnTransfer: optional(text),
  passwordHash: optional(text),
} satisfies Columns;

/** A user as stored. */
export interface UserDocument extends Document, Stored<typeof userColumns> {}

export type UserStore = ResourceStore<User, UserDocument>;
