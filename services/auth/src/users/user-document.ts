import type { User } from '@porchlight/contracts';
import { column, type Columns, type Document, type ResourceStore, type Stored } from '@porchlight/store';

export const userColumns = {
  name: column.text,
  nameKey: column.text,
  firstName: column.text,
  lastName: column.text,
  email: column.text,
  /** Lower-cased, for comparison; unique in the account. */
  emailKey: column.text,
  /** The user proved to own the mailbox by a mailed link. Absent in users of earlier versions, until the migration. */
  emailConfirmed: column.optional(column.flag),
  /** Mails go to the unconfirmed email of a user of an earlier version until then. */
  confirmEmailBy: column.optional(column.date),
  phone: column.optional(column.text),
  role: column.text,
  status: column.text,
  timezone: column.text,
  isOwner: column.flag,
  /** Lead distribution skips the user. */
  pauseLeadDistribution: column.optional(column.onlyTrue),
  /** The user was deleted: disabled and left out of lists. */
  deleted: column.optional(column.onlyTrue),
  /** The user that the people and tasks of the deleted user were assigned to. */
  reassignedTo: column.optional(column.number),
  /** The last cancelled transfer of ownership to this user. */
  withdrawnTransfer: column.optional(column.text),
  passwordHash: column.optional(column.text),
} satisfies Columns;

/** A user as stored. */
export interface UserDocument extends Document, Stored<typeof userColumns> {}

export type UserStore = ResourceStore<User, UserDocument>;
