import { isExisting } from '@porchlight/backend';
import type { PeopleCopies, UserCopy } from './people-copies';

/** Maximum number of users of one account in this service. */
const MAX_USERS = 5_000;
/** Maximum number of groups of one account in this service. */
const MAX_GROUPS = 1_000;

/** A user of an account. */
export type CopiedUser = Pick<
  UserCopy,
  'name' | 'role' | 'status' | 'timezone' | 'pauseLeadDistribution' | 'email' | 'emailConfirmed'
> & {
  readonly id: number;
};

/** All users of an account, with disabled and deleted ones. */
export const loadUsers = async ({ users }: Pick<PeopleCopies, 'users'>, accountId: number): Promise<CopiedUser[]> => {
  const copies = await users.find(accountId, {}, { limit: MAX_USERS });
  return copies.filter(isExisting).map(({ userId, name, role, status, ...user }) => ({
    id: userId,
    name,
    role,
    status,
    ...(user.timezone && { timezone: user.timezone }),
    ...(user.pauseLeadDistribution && { pauseLeadDistribution: user.pauseLeadDistribution }),
    ...(user.email && { email: user.email }),
    ...(user.emailConfirmed && { emailConfirmed: user.emailConfirmed }),
  }));
};

/** All groups of an account. */
export const loadGroups = async ({ groups }: Pick<PeopleCopies, 'groups'>, accountId: number) => {
  const copies = await groups.find(accountId, {}, { limit: MAX_GROUPS });
  return copies.filter(isExisting).map(({ groupId, name, type, distribution, claimWindow, userIds, ...group }) => ({
    id: groupId,
    name,
    type,
    distribution,
    ...(claimWindow > 0 && { claimWindow }),
    userIds,
    defaultUserId: group.defaultUserId,
    defaultGroupId: group.defaultGroupId,
    defaultPondId: group.defaultPondId,
  }));
};
