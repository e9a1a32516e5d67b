import type { Group, GroupUser } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Document, Draft, StoreCall, Strategy } from '@porchlight/store';
import {
  assertUniqueName,
  type Candidate,
  checkMembers,
  chosen,
  demandActive,
  distinct,
  type NamedMembersRules,
  type UserDocument,
} from '../users';

/**
 * Lenders in groups of lenders, all others in groups of agents (decisions section 6); INVALID_BODY names who does not
 * fit.
 */
const demandFitting = (type: string, ids: readonly number[], found: ReadonlyMap<number, Candidate>): void => {
  const misfits = ids.filter((id) => (found.get(id)?.role === 'Lender') !== (type === 'Lender'));
  if (misfits.length === 0) return;
  const who = `${misfits.length > 1 ? 'Users' : 'User'} ${misfits.slice(0, 20).join(', ')}`;
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
  /** A lead that is not claimed in time goes to the first of these that is set. */
  defaultUserId?: number;
  defaultGroupId?: number;
  defaultPondId?: number;
  isPrimary?: true;
}

/** Most groups of an account: all of them are read to show a user's. */
export const MAX_GROUPS = LIMITS.groups.value;
/** Default claim window, minutes. */
const CLAIM_WINDOW = 30;

export interface GroupRules extends NamedMembersRules {
  readonly countOf: (accountId: number) => Promise<number>;
  readonly groupExists: (call: StoreCall, id: number) => Promise<boolean>;
  /** Members of groups for responses, by id. */
  readonly membersOf: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, GroupUser>>;
}

/** A member as responses about groups contain it. */
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

/** The fields that have a value: absent ones are not stored. */
const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/**
 * Rules of groups: active users of the kind that the group takes, names once in an account (decisions sections 6 and
 * 11).
 */
export const createGroupStrategy = (rules: GroupRules): Strategy<Group, GroupDocument> => {
  /** Members that `prepareRecords` loaded for the records of one response. */
  const loaded = new WeakMap<StoreCall, ReadonlyMap<number, GroupUser>>();

  const assertDefaults = async (call: StoreCall, wanted: Wanted, before?: GroupDocument): Promise<void> => {
    const { defaultUserId, defaultGroupId } = wanted;
    if (defaultUserId !== undefined && defaultUserId !== before?.defaultUserId)
      demandActive('defaultUserId', [defaultUserId], await rules.usersOf(call, [defaultUserId]), new Set());
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
        demandActive('users', userIds, found, members);
        demandFitting(type, sameType ? userIds.filter((id) => !members.has(id)) : userIds, found);
      },
      !sameType,
    );
    await assertDefaults(call, wanted, before);
    const window = claimWindow ?? (distribution === 'first-to-claim' ? CLAIM_WINDOW : undefined);
    return defined({ ...rest, name, nameKey, userIds, type, distribution, claimWindow: window });
  };

  return {
    async prepareForCreate(call, input) {
      if ((await rules.countOf(call.actor.accountId)) >= MAX_GROUPS)
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
        name: chosen(mask, input, before, 'name', ''),
        userIds: mask.has('users') ? input.users.map(({ id }) => id) : before.userIds,
        type: chosen(mask, input, before, 'type', ''),
        distribution: chosen(mask, input, before, 'distribution', ''),
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
      loaded.set(call, await rules.membersOf(call, ids));
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
