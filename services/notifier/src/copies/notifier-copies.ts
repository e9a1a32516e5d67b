import { defineCopy, textKey, type CopyOf, type CopyStoreOf } from '@porchlight/backend';
import { Account, User, users } from '@porchlight/contracts';
import { column } from '@porchlight/store';

/** Fields of a user that notifications, mails and conversations need. */
export const userCopy = defineCopy(users, {
  message: User,
  collection: 'userCopies',
  key: textKey,
  filters: [{ name: 'includeDeleted', values: ['true'] }],
  columns: {
    userId: column.number,
    name: column.text,
    /** Absent until the copy of an earlier version is repaired. */
    firstName: column.optional(column.text),
    lastName: column.optional(column.text),
    email: column.text,
    /** Owner, Broker, Agent or Lender. */
    role: column.text,
    /** Active, Invited or Disabled; a deleted user is Disabled. */
    status: column.text,
    /** Absent until the copy of an earlier version is repaired. */
    emailConfirmed: column.optional(column.flag),
    confirmEmailBy: column.optional(column.date),
  },
  indexes: [{ keys: { accountId: 1 }, global: true }],
  pick: ({
    id,
    name = '',
    firstName,
    lastName,
    email = '',
    role = '',
    status = '',
    emailConfirmed,
    confirmEmailBy,
  }: User) => ({
    ...{ userId: id, name, firstName, lastName, email, role, status },
    ...{ emailConfirmed, confirmEmailBy },
  }),
});
export type UserCopy = CopyOf<typeof userCopy>;

/** Whether the deliveries of an account are held: it is disabled or deleted. */
export const accountCopy = defineCopy(
  { service: 'auth', resource: 'accounts' },
  {
    message: Account,
    collection: 'accountStandings',
    key: (accountId) => accountId,
    // A deletion contains the last status.
    verbs: ['updated', 'deleted'],
    columns: { held: column.flag },
    pick: ({ status }: Account) => ({ held: status !== 'Active' }),
  },
);

/** The copies that a rebuild reads. Auth publishes all accounts that are not active; it has no list of them. */
export const copyDefinitions = { users: userCopy };

/** The copies of accounts. */
export type AccountCopies = CopyStoreOf<typeof accountCopy>;
