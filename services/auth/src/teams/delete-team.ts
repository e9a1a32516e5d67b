import type { TeamServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Handlers } from '@porchlight/rpc';
import type { TeamStore } from './team-strategy';

type TeamHandlers = Handlers<typeof TeamServiceDefinition>;

/**
 * Deletes a team. With `moveToTeamId`, its users join that team first (decisions section 11). Runs under the lock of
 * teams.
 */
export const deleteTeam =
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
