import { teams as descriptor, TeamServiceDefinition, type Team } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers } from '@porchlight/store';
import type { Context } from '../context';
import { createMethodLock, loadUsersById, type UserStore } from '../users';
import { deleteTeam } from './delete-team';
import { createTeamStrategy, teamColumns, type TeamDocument, type TeamStore } from './team-strategy';

export { MAX_TEAMS, type TeamStore } from './team-strategy';

/** Opens teams and registers their methods (decisions section 6). */
export const openTeams = ({ store, rpc }: Pick<Context, 'store' | 'rpc'>, users: UserStore): TeamStore => {
  const teams: TeamStore = store.resource<Team, TeamDocument>({
    descriptor,
    columns: teamColumns,
    strategy: createTeamStrategy({
      loadUsers: (call, ids) => loadUsersById(users, call, ids),
      findByNameKey: (call, nameKey) => teams.findBy(call, 'nameKey', nameKey, 2),
      countExisting: (accountId) => teams.count(accountId, 'total'),
    }),
    indexes: [{ keys: { userIds: 1 } }],
  });
  const handlers: Handlers<typeof TeamServiceDefinition> = createResourceHandlers(descriptor, teams);
  const withAccountLock = createMethodLock(store, 'teams');
  rpc.add(TeamServiceDefinition, {
    ...handlers,
    createTeam: withAccountLock(handlers.createTeam),
    updateTeam: withAccountLock(handlers.updateTeam),
    deleteTeam: withAccountLock(deleteTeam(teams, handlers)),
  });
  return teams;
};
