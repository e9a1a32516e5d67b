import { defineResource, int, list, oneOf, readOnly, required, str, time, writable } from '@porchlight/resource';
import type { Group } from '../generated/porchlight/auth/v1/group_service';
import { ADMINS } from '../roles';

/** Who is in a group. */
export const GROUP_TYPES = ['Agent', 'Lender'] as const;
/** How a group shares leads: in turn, or to who claims first. */
export const DISTRIBUTIONS = ['round-robin', 'first-to-claim'] as const;

/** Users who share leads, and how (decisions section 6). */
export const groups = defineResource<Group>({
  service: 'auth',
  resource: 'groups',
  noun: 'Group',
  nouns: 'Groups',
  path: 'groups',
  collection: 'groups',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: ADMINS, list: ADMINS, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    name: required(str({ min: 1 })),
    userIds: writable(list(int({ min: 1 }), 500), { as: 'users' }),
    type: writable(oneOf(GROUP_TYPES), { nullable: false }),
    distribution: writable(oneOf(DISTRIBUTIONS), { nullable: false }),
    claimWindow: writable(int({ min: 1, max: 10_080 })),
    version: readOnly(int(), { shown: false }),
  },
  filters: { type: { type: 'string', match: 'equals', among: GROUP_TYPES } },
  sorts: { id: { on: 'id' }, name: { on: 'nameKey' } },
});
