import { LIMITS } from '@porchlight/limits';
import { defineResource, int, list, required, str, writable } from '@porchlight/resource';
import { PondServiceDefinition, type Pond } from '../generated/porchlight/people/v1/pond_service';
import { ADMINS, NOT_LENDERS } from '../roles';
import { FORCE_DELETE } from '../force-delete';

/** Unassigned leads that several users may claim (decisions section 6). */
export const ponds = defineResource<Pond>(PondServiceDefinition, {
  description: 'Ponds: unassigned people that several users may work on.',
  roles: { read: ADMINS, write: ADMINS },
  maxPerAccount: LIMITS.ponds.value,
  timestamps: false,
  describe: {
    name: 'Name of the pond.',
    userId: 'Id of the user who is responsible for the pond.',
    userIds: 'Ids of the users who may claim people of the pond.',
  },
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    userId: writable(int({ min: 1 }), { references: 'users' }),
    userIds: writable(list(int({ min: 1 }), 500), { references: 'users' }),
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  // People of the deleted pond go to this user.
  options: {
    ...FORCE_DELETE,
    assignTo: {
      describe: 'Id of the user who gets the people of the deleted pond.',
      type: 'int',
      verbs: ['delete'],
      replacement: 'users',
      roles: NOT_LENDERS,
    },
  },
  example: { name: 'Old leads', userId: 1, userIds: [1] },
});
