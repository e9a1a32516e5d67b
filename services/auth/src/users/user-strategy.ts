import { type User, type UserGroup, userReassigned } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { FilterValues } from '@porchlight/resource';
import {
  normalizeText,
  type Condition,
  type Draft,
  type StoreCall,
  type Strategy,
  type Write,
} from '@porchlight/store';
import type { UserDocument } from './user-document';
import { withUnconfirmedEmail } from './email-confirmation';
import { buildUserNames, isEmailAddress, isTimeZone, toEmailKey } from './user-fields';

/** Roles of users other than the owner. */
export const MEMBER_ROLES = ['Broker', 'Agent', 'Lender'];

export interface UserRules {
  /** The owner of the account; absent only while the account is created. */
  readonly findOwner: (call: StoreCall) => Promise<UserDocument | undefined>;
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
  readonly findByEmailKey: (call: StoreCall, emailKey: string) => Promise<readonly UserDocument[]>;
}

/** Groups and teams of a user, oldest first. */
interface Memberships {
  readonly groups: UserGroup[];
  readonly teamIds: number[];
  readonly teamLeaderOf: number[];
}

const NO_MEMBERSHIPS: Memberships = { groups: [], teamIds: [], teamLeaderOf: [] };

type UserWrite = Pick<Write<User, UserDocument>, 'input' | 'mask'>;

const showsDeleted = (filters: readonly FilterValues[]): boolean =>
  filters.some(
    ({ name, values }) => name === 'id' || name === 'ids' || (name === 'includeDeleted' && values[0] === 'true'),
  );

const invalid = (problems: string): Error => refuse('INVALID_BODY', { problems });

const buildCondition = ({ name, values: [value = ''] }: FilterValues): Condition | undefined => {
  if (name === 'email') return { emailKey: toEmailKey(value) };
  return name === 'name' ? { nameKey: normalizeText(value) } : undefined;
};

/** Throws INVALID_BODY unless the zone exists. */
const checkTimeZone = (name: string): string => {
  if (!isTimeZone(name)) throw invalid("Field 'timezone' must be the name of a time zone such as America/New_York.");
  return name;
};

const checkMemberRole = (role: string): string => {
  if (!MEMBER_ROLES.includes(role))
    throw invalid(`Field 'role' must be one of ${MEMBER_ROLES.join(', ')}; an account has exactly one owner.`);
  return role;
};

/** Checks a new email and returns it with its key. Throws INVALID_BODY, DUPLICATE. */
const freeEmail = async (findByEmailKey: UserRules['findByEmailKey'], call: StoreCall, email: string) => {
  if (!isEmailAddress(email)) throw invalid("Field 'email' must be an email address.");
  const emailKey = toEmailKey(email);
  if ((await findByEmailKey(call, emailKey)).length > 0) throw refuse('DUPLICATE', { what: 'a user', field: 'email' });
  return { email, emailKey };
};

/**
 * Rules of users: exactly one owner; all others are invited and changed by the owner and brokers (decisions section 6).
 */
export const createUserStrategy = (
  rules: UserRules,
): Strategy<User, UserDocument, ReadonlyMap<number, Memberships>> => {
  const { findOwner, listGroups, listTeams, findByEmailKey } = rules;

  const prepareNew = async (call: StoreCall, { input, mask }: UserWrite): Promise<Draft<UserDocument>> => {
    const role = checkMemberRole(input.role ?? '');
    if (mask.has('status') && input.status !== 'Invited')
      throw invalid("Field 'status' cannot be set for a new user; it is Invited.");
    const names = buildUserNames(input.firstName ?? '', input.lastName ?? '');
    const zone = mask.has('timezone') ? checkTimeZone(input.timezone ?? '') : (await findOwner(call))?.timezone;
    return {
      ...names,
      ...(await freeEmail(findByEmailKey, call, input.email ?? '')),
      ...(input.phone && { phone: input.phone }),
      ...(input.pauseLeadDistribution && { pauseLeadDistribution: true }),
      role,
      status: 'Invited',
      timezone: zone ?? 'America/New_York',
      isOwner: false,
      emailConfirmed: false,
    };
  };

  const prepareChanged = async (
    call: StoreCall,
    before: UserDocument,
    { input, mask }: UserWrite,
  ): Promise<Draft<UserDocument>> => {
    const role = mask.has('role') ? (input.role ?? '') : before.role;
    const status = mask.has('status') ? (input.status ?? '') : before.status;
    if (before.isOwner) {
      if (call.actor.role !== 'Owner') throw refuse('FORBIDDEN', { role: call.actor.role });
      if (role !== 'Owner') throw refuse('CONFLICT', { message: 'The owner of an account keeps the role Owner.' });
      if (status !== 'Active') throw refuse('CONFLICT', { message: 'The owner of an account cannot be disabled.' });
    } else checkMemberRole(role);
    if (status === 'Invited' && before.status !== 'Invited')
      throw invalid("Field 'status' must be Active or Disabled; a user cannot become Invited again.");
    const email = input.email ?? '';
    const correctsEmail = mask.has('email') && before.status === 'Invited' && email !== before.email;
    const isSameAddress = toEmailKey(email) === before.emailKey;
    const { phone: formerPhone, pauseLeadDistribution: formerPause, deleted, reassignedTo, ...others } = before;
    const rest = correctsEmail && !isSameAddress ? withUnconfirmedEmail(others) : others;
    const pause = mask.has('pauseLeadDistribution') ? input.pauseLeadDistribution : formerPause;
    const phone = mask.has('phone') ? input.phone : formerPhone;
    return {
      ...rest,
      ...buildUserNames(
        mask.has('firstName') ? (input.firstName ?? '') : before.firstName,
        mask.has('lastName') ? (input.lastName ?? '') : before.lastName,
      ),
      ...(correctsEmail && (isSameAddress ? { email } : await freeEmail(findByEmailKey, call, email))),
      ...(phone && { phone }),
      ...(pause && { pauseLeadDistribution: true }),
      role,
      status,
      // Activating a user restores a deleted one.
      ...(status === 'Disabled' && deleted && { deleted, ...(reassignedTo && { reassignedTo }) }),
      timezone:
        mask.has('timezone') && input.timezone !== before.timezone
          ? checkTimeZone(input.timezone ?? '')
          : before.timezone,
    };
  };

  return {
    prepare: (call, write) => (write.before ? prepareChanged(call, write.before, write) : prepareNew(call, write)),

    /** Groups and teams by user. */
    async loadRelated(documents, call) {
      const byUser = new Map<number, Memberships>(
        documents.map(({ id }) => [id, { groups: [], teamIds: [], teamLeaderOf: [] }]),
      );
      const [groups, teams] = await Promise.all([listGroups(call), listTeams(call)]);
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
  };
};
