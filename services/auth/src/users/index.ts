import { EVERYONE, User, users as descriptor, UserServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, isUniqueConflict } from '@porchlight/store';
import { type Context, BEFORE_ACCOUNT } from '../context';
import { deleteUser } from './delete-user';
import { userColumns, type UserDocument, type UserStore } from './user-document';
import { createUserStrategy, type UserRules } from './user-strategy';

export {
  assertActiveUsers,
  assertUniqueName,
  type Candidate,
  checkMembers,
  createMethodLock,
  distinct,
  loadUsersById,
  type NamedMembersRules,
  pickChanged,
} from './named-members';
export type { UserDocument, UserStore } from './user-document';
export { buildUserNames, isEmailAddress, isTimeZone, toEmailKey } from './user-fields';
export { MEMBER_ROLES } from './user-strategy';

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
      { keys: { emailKey: 1 }, global: true },
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
