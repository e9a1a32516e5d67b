import { defineResource, int, list, readOnly, required, str, time, writable } from '@porchlight/resource';
import type { Pond } from '../generated/porchlight/people/v1/pond_service';
import { ADMINS } from '../roles';

/** Leads that nobody has yet and several may work on (decisions section 6). */
export const ponds = defineResource<Pond>({
  service: 'people',
  resource: 'ponds',
  noun: 'Pond',
  nouns: 'Ponds',
  path: 'ponds',
  collection: 'ponds',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: ADMINS, list: ADMINS, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    name: required(str({ min: 1 })),
    userId: writable(int({ min: 1 })),
    userIds: writable(list(int({ min: 1 }), 500)),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' }, name: { on: 'nameKey' } },
  // People of the deleted pond go to this user.
  options: { assignTo: { type: 'int', verbs: ['delete'] } },
});
