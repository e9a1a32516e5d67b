import type { Group, GroupUser } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { MINUTE_MS } from '@porchlight/runtime';
import {
  column,
  type Columns,
  type Document,
  type Draft,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import {
  assertActiveUsers,
  type Candidate,
  checkMembers,
  distinct,
  type UserDocument,
  type UserLoading,
} from '../users';

/**
 * Groups of lenders contain lenders only, groups of agents no lenders (decisions section 6). Throws INVALID_BODY with
 * the ids of the other users.
 */
const assertMemberRoles = (
  field: string,
  type: string,
  ids: readonly number[],
  candidates: ReadonlyMap<number, Candidate>,
): void => {
  const wrong = ids.filter((id) => (candidates.get(id)?.role === 'Lender') !== (type === 'Lender'));
  if (wrong.length === 0) return;
  const who = `${wrong.length > 1 ? 'Users' : 'User'} ${wrong.slice(0, 20).join(', ')}`;
  const why =
    type === 'Lender' ? 'only lenders can be in a group of type Lender' : 'lenders cannot be in a group of type Agent';
  throw invalidBody(`Field '${field}': ${who} cannot be taken, ${why}.`);
};

export const groupColumns = {
  name: column.text,
  userIds: column.listOf(column.number),
  type: column.text,
  distribution: column.text,
  /** Minutes that a lead may be claimed. */
  claimWindow: column.optional(column.number),
  /** A lead that is not claimed in time is assigned to the first of these that is set. */
  defaultUserId: column.optional(column.number),
  defaultGroupId: column.optional(column.number),
  defaultPondId: column.optional(column.number),
  isPrimary: column.optional(column.flag),
} satisfies Columns;

/** Users who share leads. */
export interface GroupDocument extends Document, Stored<typeof groupColumns> {}

/** Maximum number of groups of an account: all of them are read to show the groups of a user. */
export const MAX_GROUPS = LIMITS.groups.value;
type Wanted = Draft<GroupDocument>;

/** Default claim window, minutes. */
const CLAIM_WINDOW = LIMITS.claimWindowMs.value / MINUTE_MS;

interface GroupRules extends UserLoading {
  readonly loadGroup: (call: StoreCall, id: number) => Promise<Pick<GroupDocument, 'type'> | undefined>;
  /** Members of groups, by id. */
  readonly loadMembers: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, GroupUser>>;
}

/** A member as it is rendered in groups. */
export const groupUser = (user: UserDocument): GroupUser => ({
  id: user.id,
  name: user.name,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  pauseLeadDistribution: user.pauseLeadDistribution ?? false,
});

/**
 * Rules of groups: members are active users that fit the type of the group (decisions sections 6 and 11).
 */
export const createGroupStrategy = (
  rules: GroupRules,
): Strategy<Group, GroupDocument, ReadonlyMap<number, GroupUser>> => {
  const assertDefaults = async (call: StoreCall, group: Wanted, before?: GroupDocument): Promise<void> => {
    const { type, defaultUserId, defaultGroupId } = group;
    const sameType = type === before?.type;
    if (defaultUserId !== undefined && !(sameType && defaultUserId === before.defaultUserId)) {
      const candidates = await rules.loadUsers(call, [defaultUserId]);
      if (defaultUserId !== before?.defaultUserId)
        assertActiveUsers('defaultUserId', [defaultUserId], candidates, new Set());
      assertMemberRoles('defaultUserId', type, [defaultUserId], candidates);
    }
    if (defaultGroupId === undefined || (sameType && defaultGroupId === before.defaultGroupId)) return;
    const other = defaultGroupId === before?.id ? undefined : await rules.loadGroup(call, defaultGroupId);
    if (!other) {
      if (defaultGroupId === before?.defaultGroupId) return;
      throw refuse('UNKNOWN_REFERENCE', { field: 'defaultGroupId', what: 'another group', value: defaultGroupId });
    }
    if (other.type !== type)
      throw invalidBody(
        `Field 'defaultGroupId': group ${defaultGroupId} has type ${other.type}; it must have type ${type}.`,
      );
  };

  return {
    async prepare(call, { before, input, mask }, declared) {
      // Members are stored by id.
      const { users: _users, ...group }: Wanted & { readonly users?: unknown } = await declared();
      const userIds = mask.has('users') ? distinct(input.users.map(({ id }) => id)) : (before?.userIds ?? []);
      const { type, distribution, claimWindow } = group;
      const isSameType = type === before?.type;
      await checkMembers(
        rules,
        call,
        userIds,
        before,
        (candidates, members) => {
          assertActiveUsers('users', userIds, candidates, members);
          assertMemberRoles('users', type, isSameType ? userIds.filter((id) => !members.has(id)) : userIds, candidates);
        },
        !isSameType,
      );
      await assertDefaults(call, group, before);
      const window = claimWindow ?? (distribution === 'first-to-claim' ? CLAIM_WINDOW : undefined);
      return { ...group, userIds, ...(window !== undefined && { claimWindow: window }) };
    },

    loadRelated: (documents, call) => rules.loadMembers(call, distinct(documents.flatMap(({ userIds }) => userIds))),

    render: ({ userIds, isPrimary = false }, _call, members) => ({
      users: userIds.map((id) => members.get(id) ?? { id }),
      isPrimary,
    }),
  };
};
