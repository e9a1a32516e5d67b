import { methods } from '@porchlight/backend';
import { EVERYONE, type User, users as descriptor, UserServiceDefinition } from '@porchlight/contracts';
import { BEFORE_ACCOUNT } from '../document-options';
import { defineFeature } from '../service';
import { createMemberships } from './memberships';
import { userColumns, type UserDocument, type UserStore } from './user-document';
import { createUserHandlers } from './user-handlers';
import { createUserStrategy } from './user-strategy';

/** The users of all accounts (decisions section 6). Invitations add what follows from creates, updates and deletes. */
export const users = defineFeature({
  name: 'users',
  open({ store }): UserStore {
    const userStore: UserStore = store.resource<User, UserDocument>({
      descriptor,
      columns: userColumns,
      sharding: BEFORE_ACCOUNT,
      strategy: createUserStrategy({
        ...createMemberships(store),
        findOwner: async (call) => (await userStore.findBy(call, 'role', 'Owner', 1))[0],
        findByEmailKey: (call, emailKey) => userStore.findBy(call, 'emailKey', emailKey, 1),
      }),
      indexes: [
        { keys: { emailKey: 1 }, unique: true },
        // Sign-in does not know the account.
        { keys: { emailKey: 1, emailConfirmed: 1 }, global: true },
      ],
    });
    return userStore;
  },
  serve(userStore) {
    const { getUser, listUsers } = createUserHandlers(userStore);
    return { methods: [methods(UserServiceDefinition, { getUser, listUsers }, { roles: EVERYONE })] };
  },
});
