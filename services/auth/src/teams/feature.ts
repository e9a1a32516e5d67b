import { teams as descriptor, type Team } from '@porchlight/contracts';
import { defineFeature } from '../service';
import { createFindActiveUsers, users } from '../users';
import { teamColumns, type TeamDocument, type TeamStore } from './team-document';

/** Teams of users (decisions section 6). The users of a deleted team join the one that replaces it (D11.13). */
export const teams = defineFeature({
  name: 'teams',
  needs: { users },
  open({ store, users: userStore }): TeamStore {
    const teamStore: TeamStore = store.resource<Team, TeamDocument>({
      descriptor,
      columns: teamColumns,
      findExisting: createFindActiveUsers(userStore),
      indexes: [{ keys: { userIds: 1 } }],
      reassign: async (call, { userIds }, replacement) => {
        await teamStore.modify(call, replacement, (before) => ({
          ...before,
          userIds: [...new Set([...before.userIds, ...userIds])],
        }));
      },
    });
    return teamStore;
  },
});
