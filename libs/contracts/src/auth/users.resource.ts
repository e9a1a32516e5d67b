import {
  bool,
  defineResource,
  int,
  list,
  object,
  oneOf,
  readOnly,
  required,
  str,
  time,
  writable,
} from '@porchlight/resource';
import { UserServiceDefinition, type User, type UserGroup } from '../generated/porchlight/auth/v1/user_service';
import { ADMINS, EVERYONE, OWNER } from '../roles';

const group = object<UserGroup>(
  { id: int(), name: str() },
  { describe: { id: 'Id of the group.', name: 'Name of the group.' } },
);

/** Values of a user's role; Owner is exactly one per account (decisions section 3). */
export const USER_ROLES = ['Owner', 'Broker', 'Agent', 'Lender'] as const;
const USER_ROLES_MEANINGS = {
  Owner: 'May do everything.',
  Broker: 'Manages people, leads and settings of the whole account.',
  Agent: 'Works with the people who are assigned to the agent.',
  Lender: 'Sees the people for whom the lender is named.',
} as const;
/** Invited users have no password yet; disabled ones are rejected. */
export const USER_STATUSES = ['Invited', 'Active', 'Disabled'] as const;
const USER_STATUSES_MEANINGS = {
  Invited: 'Has not chosen a password yet.',
  Active: 'May sign in and gets leads.',
  Disabled: 'May not sign in and gets nothing new.',
} as const;

/** A member of the team (specification: User). */
export const users = defineResource<User>(UserServiceDefinition, {
  description: 'Users of the account and their API keys.',
  roles: { read: EVERYONE, write: ADMINS, delete: OWNER },
  describe: {
    name: 'Full name.',
    email: 'Email address, with which the user signs in. It can be changed only while the user is invited.',
    phone: 'Phone number.',
    role: 'What the user may do.',
    status: 'Whether the user may sign in.',
    timezone: 'Time zone by its IANA name, for example America/Chicago.',
    beta: 'Always false; clients of other services read it.',
    isOwner: 'True for the owner of the account.',
    groups: 'Groups that the user is in.',
    pauseLeadDistribution: 'True: groups pass over the user when they distribute leads.',
    teamIds: 'Ids of the teams of the user.',
    teamLeaderOf: 'Ids of the teams that the user leads.',
    canExport: 'True if the user may export people.',
    canCreateApiKeys: 'True if the user may create API keys.',
    leadEmailAddress: 'Always null; clients of other services read it.',
    picture: 'Always null; clients of other services read it.',
    calling: 'Always null; clients of other services read it.',
    invitationUrl: 'Link with which the user chooses a password; only in the response to an invitation.',
  },
  fields: {
    name: readOnly(str()),
    firstName: required(str({ min: 1 })),
    lastName: required(str()),
    // Writable while the user is Invited only; ignored later, because it is the sign-in name.
    email: required(str({ min: 3 })),
    phone: writable(str({ max: 50 })),
    role: required(oneOf(USER_ROLES, { describe: USER_ROLES_MEANINGS })),
    status: writable(oneOf(USER_STATUSES, { describe: USER_STATUSES_MEANINGS }), { nullable: false }),
    timezone: writable(str({ max: 64 }), { nullable: false }),
    beta: readOnly(bool(), { fallback: false }),
    isOwner: readOnly(bool(), { fallback: false }),
    groups: readOnly(list(group)),
    pauseLeadDistribution: writable(bool(), { nullable: false, fallback: false }),
    teamIds: readOnly(list(int())),
    teamLeaderOf: readOnly(list(int())),
    canExport: readOnly(bool(), { fallback: false }),
    canCreateApiKeys: readOnly(bool(), { fallback: false }),
    // Clients of other services read these; here they are always null (decisions section 11).
    leadEmailAddress: readOnly(str()),
    picture: readOnly(str()),
    calling: readOnly(str(), { visible: 'onRequest' }),
    // For services that send mail: `mayMailUser` reads both.
    emailConfirmed: readOnly(bool(), { visible: false }),
    confirmEmailBy: readOnly(time(), { visible: false }),
    // Only in the response to an invitation or to a corrected email: the link to choose a password.
    invitationUrl: readOnly(str(), { visible: 'whenSet' }),
  },
  filters: {
    role: { type: 'string', match: 'equals', many: true, among: USER_ROLES },
    // The full name, case-insensitive.
    name: { describe: 'Only the user with this full name, ignoring case.', type: 'string', match: 'rule' },
    email: { describe: 'Only the user with this email address.', type: 'string', match: 'rule' },
    status: { type: 'string', match: 'equals', many: true, among: USER_STATUSES },
    // Deleted users are disabled and left out of lists.
    includeDeleted: { describe: 'True: also deleted users.', type: 'bool', match: 'rule' },
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' }, created: { column: 'created' } },
  // People and open tasks of the deleted user go to this one.
  options: {
    assignTo: {
      describe: 'Id of the user who gets the people and open tasks of the deleted user.',
      type: 'int',
      verbs: ['delete'],
    },
  },
});
