import { LIMITS } from '@porchlight/limits';
import { defineResource, int, list, required, str, writable } from '@porchlight/resource';
import { TeamServiceDefinition, type Team } from '../generated/porchlight/auth/v1/team_service';
import { ADMINS } from '../roles';

/** Users who work together, and their leaders (decisions section 6). */
export const teams = defineResource<Team>(TeamServiceDefinition, {
  description: 'Teams of users with leaders.',
  roles: { read: ADMINS, write: ADMINS },
  timestamps: false,
  maxPerAccount: LIMITS.teams.value,
  describe: {
    name: 'Name of the team.',
    userIds: 'Ids of the members.',
    leaderIds: 'Ids of the members who lead the team.',
  },
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    userIds: writable(list(int({ min: 1 }), 500), { references: 'users' }),
    leaderIds: writable(list(int({ min: 1 }), 100), { references: 'users', partOf: 'userIds' }),
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  // The users of the deleted team join this one.
  options: {
    moveToTeamId: {
      describe: 'Id of the team that the members of the deleted team join.',
      type: 'int',
      verbs: ['delete'],
      replacement: 'teams',
    },
  },
  example: { name: 'North', userIds: [1], leaderIds: [1] },
});
