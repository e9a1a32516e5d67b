import { teams as descriptor, TeamServiceDefinition, type Team } from '@porchlight/contracts';
import { handlersOf } from '@porchlight/store';
import type { Context } from '../context';
import { loadUsersById, type UserStore, withAccountLock } from '../users';
import { deleteTeam } from './delete-team';
import { createTeamStrategy, type TeamDocument, type TeamStore } from './team-strategy';

export { MAX_TEAMS, type TeamStore } from './team-strategy';

/** Opens teams and registers their methods (decisions section 6). */
export const openTeams = ({ store, rpc }: Pick<Context, 'store' | 'rpc'>, users: UserStore): TeamStore => {
  const teams: TeamStore = store.resource<Team, TeamDocument>({
    descriptor,
    strategy: createTeamStrategy({
      loadUsers: (call, ids) => loadUsersById(users, call, ids),
      findByNameKey: (call, nameKey) => teams.findBy(call, 'nameKey', nameKey, 2),
      countExisting: (accountId) => teams.count(accountId, 'total'),
    }),
    indexes: [{ keys: { userIds: 1 } }],
  });
  const handlers = handlersOf(descriptor, teams);
  const withDelete = { ...handlers, deleteTeam: deleteTeam(teams, handlers) };
  rpc.add(
    TeamServiceDefinition,
    withAccountLock(store, 'teams', withDelete, 'createTeam', 'updateTeam', 'deleteTeam') as never,
  );
  return teams;
};
