import { teams as descriptor, type Team } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { Context } from '../context';
import { createFindActiveUsers, type UserStore } from '../users';
import { teamColumns, type TeamDocument, type TeamStore } from './team-document';

export type { TeamStore } from './team-document';

/** Maximum number of teams of an account. */
export const MAX_TEAMS = LIMITS.teams.value;

/** Opens teams (decisions section 6). The users of a deleted team join the one that replaces it (D11.13). */
export const openTeams = ({ store }: Pick<Context, 'store'>, users: UserStore): TeamStore => {
  const teams: TeamStore = store.resource<Team, TeamDocument>({
    descriptor,
    columns: teamColumns,
    findExisting: createFindActiveUsers(users),
    indexes: [{ keys: { userIds: 1 } }],
    reassign: async (call, { userIds }, replacement) => {
      await teams.modify(call, replacement, (before) => ({
        ...before,
        userIds: [...new Set([...before.userIds, ...userIds])],
      }));
    },
  });
  return teams;
};
