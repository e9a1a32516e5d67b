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

const group = object<UserGroup>({ id: int(), name: str() });

/** Values of a user's role; Owner is exactly one per account (decisions section 3). */
export const USER_ROLES = ['Owner', 'Broker', 'Agent', 'Lender'] as const;
/** Invited users have no password yet; disabled ones are rejected. */
export const USER_STATUSES = ['Invited', 'Active', 'Disabled'] as const;

/** A member of the team (specification: User). */
export const users = defineResource<User>(UserServiceDefinition, {
  description: 'Users of the account and their API keys.',
  roles: { read: EVERYONE, write: ADMINS, delete: OWNER },
  fields: {
    name: readOnly(str()),
    firstName: required(str({ min: 1 })),
    lastName: required(str()),
    // Writable while the user is Invited only; ignored later, because it is the sign-in name.
    email: required(str({ min: 3 })),
    phone: writable(str({ max: 50 })),
    role: required(oneOf(USER_ROLES)),
    status: writable(oneOf(USER_STATUSES), { nullable: false }),
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
    name: { type: 'string', match: 'rule' },
    email: { type: 'string', match: 'rule' },
    status: { type: 'string', match: 'equals', many: true, among: USER_STATUSES },
    // Deleted users are disabled and left out of lists.
    includeDeleted: { type: 'bool', match: 'rule' },
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' }, created: { column: 'created' } },
  // People and open tasks of the deleted user go to this one.
  options: { assignTo: { type: 'int', verbs: ['delete'] } },
});
