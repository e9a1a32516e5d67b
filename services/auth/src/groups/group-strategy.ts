import type { Group, GroupUser } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
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
  assertUniqueName,
  type Candidate,
  checkMembers,
  distinct,
  type NamedMembersRules,
  type UserDocument,
} from '../users';

/**
 * Groups of lenders contain lenders only, groups of agents no lenders (decisions section 6). Throws INVALID_BODY with
 * the ids of the other users.
 */
const assertMemberRoles = (
  field: string,
  type: string,
  ids: readonly number[],
  found: ReadonlyMap<number, Candidate>,
): void => {
  const wrong = ids.filter((id) => (found.get(id)?.role === 'Lender') !== (type === 'Lender'));
  if (wrong.length === 0) return;
  const who = `${wrong.length > 1 ? 'Users' : 'User'} ${wrong.slice(0, 20).join(', ')}`;
  const why =
    type === 'Lender' ? 'only lenders can be in a group of type Lender' : 'lenders cannot be in a group of type Agent';
  throw refuse('INVALID_BODY', { problems: `Field '${field}': ${who} cannot be taken, ${why}.` });
};

export const groupColumns = {
  name: column.text,
  nameKey: column.text,
  userIds: column.listOf(column.number),
  type: column.text,
  distribution: column.text,
  /** Minutes that a lead may be claimed. */
  claimWindow: column.optional(column.number),
  /** A lead that is not claimed in time is assigned to the first of these that is set. */
  defaultUserId: column.optional(column.number),
  defaultGroupId: column.optional(column.number),
  defaultPondId: column.optional(column.number),
  isPrimary: column.optional(column.onlyTrue),
} satisfies Columns;

/** Users who share leads. */
export interface GroupDocument extends Document, Stored<typeof groupColumns> {}

/** Maximum number of groups of an account: all of them are read to show the groups of a user. */
export const MAX_GROUPS = LIMITS.groups.value;
/** Default claim window, minutes. */
const CLAIM_WINDOW = 30;

interface GroupRules extends NamedMembersRules {
  readonly countExisting: (accountId: number) => Promise<number>;
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

type Wanted = Pick<
  GroupDocument,
  'name' | 'userIds' | 'type' | 'distribution' | 'claimWindow' | 'isPrimary' | `default${'User' | 'Group' | 'Pond'}Id`
>;

const NEW_GROUP: Wanted = { name: '', userIds: [], type: 'Agent', distribution: 'round-robin' };

/** Removes undefined fields, which must not be stored. */
const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/**
 * Rules of groups: members are active users that fit the type of the group, names are unique in an account (decisions
 * sections 6 and 11).
 */
export const createGroupStrategy = (
  rules: GroupRules,
): Strategy<Group, GroupDocument, ReadonlyMap<number, GroupUser>> => {
  const assertDefaults = async (call: StoreCall, wanted: Wanted, before?: GroupDocument): Promise<void> => {
    const { type, defaultUserId, defaultGroupId } = wanted;
    const sameType = type === before?.type;
    if (defaultUserId !== undefined && !(sameType && defaultUserId === before.defaultUserId)) {
      const found = await rules.loadUsers(call, [defaultUserId]);
      if (defaultUserId !== before?.defaultUserId)
        assertActiveUsers('defaultUserId', [defaultUserId], found, new Set());
      assertMemberRoles('defaultUserId', type, [defaultUserId], found);
    }
    if (defaultGroupId === undefined || (sameType && defaultGroupId === before.defaultGroupId)) return;
    const other = defaultGroupId === before?.id ? undefined : await rules.loadGroup(call, defaultGroupId);
    if (!other) {
      if (defaultGroupId === before?.defaultGroupId) return;
      throw refuse('UNKNOWN_REFERENCE', { field: 'defaultGroupId', what: 'another group', value: defaultGroupId });
    }
    if (other.type !== type)
      throw refuse('INVALID_BODY', {
        problems: `Field 'defaultGroupId': group ${defaultGroupId} has type ${other.type}; it must have type ${type}.`,
      });
  };

  const check = async (call: StoreCall, wanted: Wanted, before?: GroupDocument): Promise<Draft<GroupDocument>> => {
    const { name, type, distribution, claimWindow, ...rest } = wanted;
    const nameKey = await assertUniqueName(rules, call, 'a group', name, before);
    const userIds = distinct(wanted.userIds);
    const sameType = type === before?.type;
    await checkMembers(
      rules,
      call,
      userIds,
      before,
      (found, members) => {
        assertActiveUsers('users', userIds, found, members);
        assertMemberRoles('users', type, sameType ? userIds.filter((id) => !members.has(id)) : userIds, found);
      },
      !sameType,
    );
    await assertDefaults(call, wanted, before);
    const window = claimWindow ?? (distribution === 'first-to-claim' ? CLAIM_WINDOW : undefined);
    return defined({ ...rest, name, nameKey, userIds, type, distribution, claimWindow: window });
  };

  return {
    async prepare(call, { before, input, mask }) {
      if (!before && (await rules.countExisting(call.actor.accountId)) >= MAX_GROUPS)
        throw refuse('LIMIT_REACHED', { limit: MAX_GROUPS, what: 'groups' });
      const former: Wanted = before ?? NEW_GROUP;
      const sent = <K extends keyof Group & keyof Wanted>(key: K): Group[K] | Wanted[K] =>
        mask.has(key) ? input[key] : former[key];
      const wanted = {
        name: sent('name') ?? '',
        userIds: mask.has('users') ? input.users.map(({ id }) => id) : former.userIds,
        type: sent('type') ?? former.type,
        distribution: sent('distribution') ?? former.distribution,
        claimWindow: sent('claimWindow'),
        defaultUserId: sent('defaultUserId'),
        defaultGroupId: sent('defaultGroupId'),
        defaultPondId: sent('defaultPondId'),
        isPrimary: sent('isPrimary') ? (true as const) : undefined,
      };
      return check(call, wanted, before);
    },

    loadRelated: (documents, call) => rules.loadMembers(call, distinct(documents.flatMap(({ userIds }) => userIds))),

    render: ({ userIds, isPrimary = false }, _call, members) => ({
      users: userIds.map((id) => members.get(id) ?? { id }),
      isPrimary,
    }),
  };
};
