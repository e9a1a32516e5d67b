import { bool, defineResource, int, list, oneOf, readOnly, str, time, writable } from '@porchlight/resource';
import type { LeadFlow } from '../generated/porchlight/people/v1/lead_flow_service';
import { ADMINS } from '../roles';
import { EVENT_TYPES } from './event-types';

/** A rule that says who gets a lead; the first match in ascending orderWeight wins (decisions section 4). */
export const leadFlows = defineResource<LeadFlow>({
  service: 'people',
  resource: 'leadFlows',
  noun: 'LeadFlow',
  nouns: 'LeadFlows',
  path: 'leadFlows',
  collection: 'leadFlows',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: ADMINS, list: ADMINS, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    name: writable(str()),
    sources: writable(list(str({ min: 1 }))),
    types: writable(list(oneOf(EVENT_TYPES), EVENT_TYPES.length)),
    minPrice: writable(int({ min: 0 })),
    maxPrice: writable(int({ min: 0 })),
    postalCodes: writable(list(str({ min: 1, max: 20 }), 500)),
    assignUserId: writable(int({ min: 1 })),
    assignGroupId: writable(int({ min: 1 })),
    assignPondId: writable(int({ min: 1 })),
    actionPlanId: writable(int({ min: 1 })),
    ignore: writable(bool(), { nullable: false, fallback: false }),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' }, orderWeight: { on: 'orderWeight' } },
});
