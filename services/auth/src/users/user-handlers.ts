import { users as descriptor, type UserServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, isUniqueConflict } from '@porchlight/store';
import { deleteUser } from './delete-user';
import type { UserStore } from './user-document';

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

/** The methods of users; `getMe` is about the credentials of a call. */
export type UserHandlers = Omit<Handlers<typeof UserServiceDefinition>, 'getMe'>;

/** The methods of users without invitations. */
export const createUserHandlers = (users: UserStore): UserHandlers => {
  const handlers: UserHandlers = createResourceHandlers(descriptor, users);
  return {
    ...handlers,
    createUser: rejectDuplicates(handlers.createUser),
    updateUser: rejectDuplicates(handlers.updateUser),
    deleteUser: deleteUser(users),
  };
};
