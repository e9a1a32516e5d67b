import { defineResource, int, list, readOnly, required, str, time, writable } from '@porchlight/resource';
import type { Team } from '../generated/porchlight/auth/v1/team_service';
import { ADMINS } from '../roles';

/** Users who work together, and who leads them (decisions section 6). */
export const teams = defineResource<Team>({
  service: 'auth',
  resource: 'teams',
  noun: 'Team',
  nouns: 'Teams',
  path: 'teams',
  collection: 'teams',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: ADMINS, list: ADMINS, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    name: required(str({ min: 1 })),
    userIds: writable(list(int({ min: 1 }), 500)),
    leaderIds: writable(list(int({ min: 1 }), 100)),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' }, name: { on: 'nameKey' } },
  // The users of the deleted team join this one.
  options: { moveToTeamId: { type: 'int', verbs: ['delete'] } },
});
