import { teams as descriptor, TeamServiceDefinition, type Team } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers } from '@porchlight/store';
import type { Context } from '../context';
import { createMethodLock, loadUsersById, type UserStore } from '../users';
import { createTeamStrategy, teamColumns, type TeamDocument, type TeamStore } from './team-strategy';
import { refuse } from '@porchlight/errors';

export { MAX_TEAMS, type TeamStore } from './team-strategy';

type TeamHandlers = Handlers<typeof TeamServiceDefinition>;

/**
 * Deletes a team. With `moveToTeamId`, its users join that team first (decisions section 11). Runs under the lock of
 * teams.
 */
const deleteTeam =
  (teams: TeamStore, handlers: TeamHandlers): TeamHandlers['deleteTeam'] =>
  async (request, call) => {
    const { id, options } = request;
    const { ifVersion, moveToTeamId } = options;
    const team = moveToTeamId === undefined ? undefined : await teams.load(call, id);
    const isCurrent = ifVersion === undefined || Number(ifVersion) === team?.version;
    if (moveToTeamId !== undefined && team && isCurrent) {
      const target = await teams.load(call, Number(moveToTeamId));
      if (!target || target.id === id)
        throw refuse('UNKNOWN_REFERENCE', {
          field: 'moveToTeamId',
          what: 'another team',
          value: moveToTeamId.slice(0, 20),
        });
      const userIds = [...new Set([...target.userIds, ...team.userIds])];
      await handlers.updateTeam(
        {
          id: target.id,
          record: { id: target.id, version: 0, userIds, leaderIds: [] },
          mask: ['userIds'],
          options: {},
        },
        call,
      );
    }
    return handlers.deleteTeam(request, call);
  };

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
