import { type User, type UserGroup, userReassigned } from '@porchlight/contracts';
import type { FilterValues } from '@porchlight/resource';
import { normalizeText, type Condition, type StoreCall, type Strategy } from '@porchlight/store';
import { prepareChangedUser, prepareNewUser, type UserLookups } from './prepare-user';
import type { UserDocument } from './user-document';
import { toEmailKey } from './user-fields';

export interface UserRules extends UserLookups {
  /** All groups of the account, newest first. */
  readonly listGroups: (
    call: StoreCall,
  ) => Promise<readonly { readonly id: number; readonly name: string; readonly userIds: readonly number[] }[]>;
  /** All teams of the account, newest first. */
  readonly listTeams: (
    call: StoreCall,
  ) => Promise<
    readonly { readonly id: number; readonly userIds: readonly number[]; readonly leaderIds: readonly number[] }[]
  >;
}

/** Groups and teams of a user, oldest first. */
interface Memberships {
  readonly groups: UserGroup[];
  readonly teamIds: number[];
  readonly teamLeaderOf: number[];
}

const NO_MEMBERSHIPS: Memberships = { groups: [], teamIds: [], teamLeaderOf: [] };

const showsDeleted = (filters: readonly FilterValues[]): boolean =>
  filters.some(
    ({ name, values }) => name === 'id' || name === 'ids' || (name === 'includeDeleted' && values[0] === 'true'),
  );

const buildCondition = ({ name, values: [value = ''] }: FilterValues): Condition | undefined => {
  if (name === 'email') return { emailKey: toEmailKey(value) };
  return name === 'name' ? { nameKey: normalizeText(value) } : undefined;
};

/**
 * Rules of users: exactly one owner; all others are invited and changed by the owner and brokers (decisions section 6).
 */
export const createUserStrategy = (
  rules: UserRules,
): Strategy<User, UserDocument, ReadonlyMap<number, Memberships>> => ({
  prepare: (call, write) =>
    write.before ? prepareChangedUser(rules, call, write.before, write) : prepareNewUser(rules, call, write),

  /** Groups and teams by user. */
  async loadRelated(documents, call) {
    const byUser = new Map<number, Memberships>(
      documents.map(({ id }) => [id, { groups: [], teamIds: [], teamLeaderOf: [] }]),
    );
    const [groups, teams] = await Promise.all([rules.listGroups(call), rules.listTeams(call)]);
    for (const { id, name, userIds } of groups)
      for (const userId of userIds) byUser.get(userId)?.groups.unshift({ id, name });
    for (const { id, userIds, leaderIds } of teams) {
      for (const userId of userIds) byUser.get(userId)?.teamIds.unshift(id);
      for (const userId of leaderIds) byUser.get(userId)?.teamLeaderOf.unshift(id);
    }
    return byUser;
  },

  render: ({ id, status, pauseLeadDistribution = false }, _call, memberships) => ({
    ...(memberships.get(id) ?? NO_MEMBERSHIPS),
    beta: false,
    pauseLeadDistribution,
    canExport: false,
    canCreateApiKeys: status === 'Active',
  }),

  events(before, after) {
    if (!after?.reassignedTo || before?.reassignedTo === after.reassignedTo) return [];
    const { id: userId, role, reassignedTo: assignTo } = after;
    return [userReassigned.event({ userId, role, assignTo })];
  },

  planList: (_call, { filters }) => ({
    conditions: [showsDeleted(filters) ? undefined : { deleted: { $exists: false } }, ...filters.map(buildCondition)],
    counter: filters.length === 1 && showsDeleted(filters) ? 'total' : undefined,
  }),
});
