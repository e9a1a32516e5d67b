import type { Group, GroupUser } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Document, Draft, StoreCall, Strategy } from '@porchlight/store';
import {
  assertActiveUsers,
  assertUniqueName,
  type Candidate,
  checkMembers,
  distinct,
  type NamedMembersRules,
  pickChanged,
  type UserDocument,
} from '../users';

/**
 * Groups of lenders contain lenders only, groups of agents no lenders (decisions section 6). Throws INVALID_BODY with
 * the ids of the other users.
 */
const assertMemberRoles = (type: string, ids: readonly number[], found: ReadonlyMap<number, Candidate>): void => {
  const wrong = ids.filter((id) => (found.get(id)?.role === 'Lender') !== (type === 'Lender'));
  if (wrong.length === 0) return;
  const who = `${wrong.length > 1 ? 'Users' : 'User'} ${wrong.slice(0, 20).join(', ')}`;
  const why =
    type === 'Lender' ? 'only lenders can be in a group of type Lender' : 'lenders cannot be in a group of type Agent';
  throw refuse('INVALID_BODY', { problems: `Field 'users': ${who} cannot be taken, ${why}.` });
};

/** Users who share leads. */
export interface GroupDocument extends Document {
  name: string;
  nameKey: string;
  userIds: number[];
  type: string;
  distribution: string;
  /** Minutes that a lead may be claimed. */
  claimWindow?: number;
  /** A lead that is not claimed in time is assigned to the first of these that is set. */
  defaultUserId?: number;
  defaultGroupId?: number;
  defaultPondId?: number;
  isPrimary?: true;
}

/** Maximum number of groups of an account: all of them are read to show the groups of a user. */
export const MAX_GROUPS = LIMITS.groups.value;
/** Default claim window, minutes. */
const CLAIM_WINDOW = 30;

interface GroupRules extends NamedMembersRules {
  readonly countExisting: (accountId: number) => Promise<number>;
  readonly groupExists: (call: StoreCall, id: number) => Promise<boolean>;
  /** Members of groups for responses, by id. */
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

type DefaultKey = 'defaultUserId' | 'defaultGroupId' | 'defaultPondId';

type Wanted = Pick<
  GroupDocument,
  'name' | 'userIds' | 'type' | 'distribution' | 'claimWindow' | 'isPrimary' | DefaultKey
>;

/** Removes undefined fields, which must not be stored. */
const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/**
 * Rules of groups: members are active users that fit the type of the group, names are unique in an account (decisions
 * sections 6 and 11).
 */
export const createGroupStrategy = (rules: GroupRules): Strategy<Group, GroupDocument> => {
  /** Members that `prepareRecords` loaded for the records of one response. */
  const loaded = new WeakMap<StoreCall, ReadonlyMap<number, GroupUser>>();

  const assertDefaults = async (call: StoreCall, wanted: Wanted, before?: GroupDocument): Promise<void> => {
    const { defaultUserId, defaultGroupId } = wanted;
    if (defaultUserId !== undefined && defaultUserId !== before?.defaultUserId)
      assertActiveUsers('defaultUserId', [defaultUserId], await rules.loadUsers(call, [defaultUserId]), new Set());
    if (defaultGroupId === undefined || defaultGroupId === before?.defaultGroupId) return;
    if (defaultGroupId === before?.id || !(await rules.groupExists(call, defaultGroupId)))
      throw refuse('UNKNOWN_REFERENCE', { field: 'defaultGroupId', what: 'another group', value: defaultGroupId });
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
        assertMemberRoles(type, sameType ? userIds.filter((id) => !members.has(id)) : userIds, found);
      },
      !sameType,
    );
    await assertDefaults(call, wanted, before);
    const window = claimWindow ?? (distribution === 'first-to-claim' ? CLAIM_WINDOW : undefined);
    return defined({ ...rest, name, nameKey, userIds, type, distribution, claimWindow: window });
  };

  return {
    async prepareForCreate(call, input) {
      if ((await rules.countExisting(call.actor.accountId)) >= MAX_GROUPS)
        throw refuse('CONFLICT', { message: `An account has at most ${MAX_GROUPS} groups. Delete one first.` });
      const { name = '', users, type = 'Agent', distribution = 'round-robin', claimWindow, isPrimary } = input;
      return check(call, {
        name,
        userIds: users.map(({ id }) => id),
        type,
        distribution,
        claimWindow,
        defaultUserId: input.defaultUserId,
        defaultGroupId: input.defaultGroupId,
        defaultPondId: input.defaultPondId,
        isPrimary: isPrimary || undefined,
      });
    },

    async prepareForUpdate(call, before, input, mask) {
      const changed = <K extends 'claimWindow' | DefaultKey>(key: K): number | undefined =>
        mask.has(key) ? input[key] : before[key];
      const wanted = {
        name: pickChanged(mask, input, before, 'name', ''),
        userIds: mask.has('users') ? input.users.map(({ id }) => id) : before.userIds,
        type: pickChanged(mask, input, before, 'type', ''),
        distribution: pickChanged(mask, input, before, 'distribution', ''),
        claimWindow: changed('claimWindow'),
        defaultUserId: changed('defaultUserId'),
        defaultGroupId: changed('defaultGroupId'),
        defaultPondId: changed('defaultPondId'),
        isPrimary: (mask.has('isPrimary') ? input.isPrimary : before.isPrimary) || undefined,
      };
      const {
        claimWindow: _window,
        defaultUserId: _user,
        defaultGroupId: _group,
        defaultPondId: _pond,
        ...rest
      } = before;
      const { isPrimary: _primary, ...kept } = rest;
      return { ...kept, ...(await check(call, wanted, before)) };
    },

    async prepareRecords(documents, call) {
      const ids = distinct(documents.flatMap(({ userIds }) => userIds));
      loaded.set(call, await rules.loadMembers(call, ids));
    },

    toRecord: (document, call) => ({
      id: document.id,
      created: document.created,
      updated: document.updated,
      name: document.name,
      userIds: document.userIds,
      users: document.userIds.map((id) => loaded.get(call)?.get(id) ?? { id }),
      type: document.type,
      distribution: document.distribution,
      claimWindow: document.claimWindow,
      defaultUserId: document.defaultUserId,
      defaultGroupId: document.defaultGroupId,
      defaultPondId: document.defaultPondId,
      isPrimary: document.isPrimary ?? false,
      version: document.version,
    }),
  };
};
