import { defineAction, type Action } from '@porchlight/resource';
import { GroupServiceDefinition } from '../generated/porchlight/auth/v1/group_service';
import { groups } from './groups.resource';
import { ADMINS } from '../roles';

/** Lists of groups in addition to the standard one (decisions section 11). */
export const groupActions: readonly Action[] = [
  defineAction({
    service: 'auth',
    resource: 'groups',
    definition: GroupServiceDefinition,
    name: 'listRoundRobin',
    summary: 'List groups that assign leads to their users in turn.',
    method: 'GET',
    path: '/groups/roundRobin',
    roles: ADMINS,
    lists: groups,
    rpc: 'listRoundRobinGroups',
    request: ({ list: query }) => ({ query }),
  }),
];
