import { EVERYONE, User, users as descriptor, UserServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, isUniqueConflict, type StoreCall } from '@porchlight/store';
import { type Context, BEFORE_ACCOUNT } from '../context';
import { userColumns, type UserDocument, type UserStore } from './user-document';
import { createUserStrategy, type UserRules } from './user-strategy';

export {
  assertActiveUsers,
  type Candidate,
  checkMembers,
  createFindActiveUsers,
  distinct,
  loadUsersById,
  type UserLoading,
} from './named-members';
export { withConfirmedEmail } from './email-confirmation';
export type { UserDocument, UserStore } from './user-document';
export { buildUserNames, isEmailAddress, isTimeZone, toEmailKey } from './user-fields';
export { MEMBER_ROLES } from './user-strategy';

interface DeleteRequest {
  readonly id: number;
  readonly options: Readonly<Record<string, string>>;
}

const loadTarget = async (users: UserStore, call: StoreCall, user: UserDocument, wanted: string) => {
  const target = await users.load(call, Number(wanted));
  const isSameKind = (target?.role === 'Lender') === (user.role === 'Lender');
  if (target?.status !== 'Active' || target.id === user.id || !isSameKind)
    throw refuse('UNKNOWN_REFERENCE', {
      field: 'assignTo',
      what: user.role === 'Lender' ? 'another active lender' : 'another active user who is not a lender',
      value: wanted.slice(0, 20),
    });
  return target;
};

/**
 * Disables a user and excludes the user from lists (decisions section 11). With `assignTo`, the people service assigns
 * the people and open tasks of the user to that user. Idempotent. Throws FORBIDDEN, NOT_FOUND, CONFLICT for the owner,
 * PRECONDITION_FAILED, UNKNOWN_REFERENCE.
 */
const deleteUser =
  (users: UserStore) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    const user = await users.load(call, id);
    if (!user) throw refuse('NOT_FOUND', { what: 'user' });
    if (user.isOwner)
      throw refuse('CONFLICT', { message: 'The owner of an account cannot be deleted. Transfer the ownership first.' });
    const { ifVersion, assignTo } = options;
    if (ifVersion !== undefined && Number(ifVersion) !== user.version) throw refuse('PRECONDITION_FAILED');
    const target = assignTo === undefined ? undefined : await loadTarget(users, call, user, assignTo);
    await users.modify(call, id, (before) => ({
      ...before,
      status: 'Disabled',
      deleted: true,
      ...(target && { reassignedTo: target.id }),
    }));
    return {};
  };

/** Opens the users of all accounts (decisions section 6). `memberships` loads the groups and teams that users show. */
export const openUsers = (
  { store }: Pick<Context, 'store'>,
  memberships: Pick<UserRules, 'listGroups' | 'listTeams'>,
): UserStore => {
  const users: UserStore = store.resource<User, UserDocument>({
    descriptor,
    columns: userColumns,
    sharding: BEFORE_ACCOUNT,
    strategy: createUserStrategy({
      ...memberships,
      findOwner: async (call) => (await users.findBy(call, 'role', 'Owner', 1))[0],
      findByEmailKey: (call, emailKey) => users.findBy(call, 'emailKey', emailKey, 1),
    }),
    indexes: [
      { keys: { emailKey: 1 }, unique: true },
      // Sign-in does not know the account.
      { keys: { emailKey: 1, emailConfirmed: 1 }, global: true },
    ],
    encodeRecord: (record) => User.encode(record).finish(),
  });
  return users;
};

/** Of parallel writes with the same email, the unique index refuses all but one: DUPLICATE. */
const rejectDuplicates =
  <Q, A, C>(method: (request: Q, call: C) => Promise<A>) =>
  async (request: Q, call: C): Promise<A> => {
    try {
      return await method(request, call);
    } catch (error) {
      if (isUniqueConflict(error)) throw refuse('DUPLICATE', { what: 'a user', field: 'email' });
      throw error;
    }
  };

export type UserHandlers = Handlers<typeof UserServiceDefinition>;

interface UserMethods {
  /** Adds invitations to the methods that create, update and delete users. */
  readonly withInvitation: (handlers: UserHandlers) => UserHandlers;
  readonly getMe: UserHandlers['getMe'];
}

/** Registers the methods of users. */
export const serveUsers = (
  { rpc }: Pick<Context, 'rpc'>,
  users: UserStore,
  { withInvitation, getMe }: UserMethods,
): void => {
  const handlers: Omit<UserHandlers, 'getMe'> = createResourceHandlers(descriptor, users);
  const methods: UserHandlers = {
    ...handlers,
    createUser: rejectDuplicates(handlers.createUser),
    updateUser: rejectDuplicates(handlers.updateUser),
    deleteUser: deleteUser(users),
    getMe,
  };
  rpc.add(UserServiceDefinition, withInvitation(methods), { roles: EVERYONE });
};
