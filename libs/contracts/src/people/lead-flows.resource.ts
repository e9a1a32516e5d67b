import { amount, bool, defineResource, int, list, oneOf, str, writable } from '@porchlight/resource';
import { LeadFlowServiceDefinition, type LeadFlow } from '../generated/porchlight/people/v1/lead_flow_service';
import { ADMINS } from '../roles';
import { EVENT_TYPES } from './event-types';

/** A rule that assigns leads; the first match in ascending orderWeight wins (decisions section 4). */
export const leadFlows = defineResource<LeadFlow>(LeadFlowServiceDefinition, {
  description: 'Rules that route leads to users, groups or ponds.',
  roles: { read: ADMINS, write: ADMINS },
  names: ['groups', 'ponds', 'actionPlans'],
  fields: {
    name: writable(str()),
    sources: writable(list(str({ min: 1 }))),
    types: writable(list(oneOf(EVENT_TYPES), EVENT_TYPES.length)),
    minPrice: writable(amount()),
    maxPrice: writable(amount()),
    postalCodes: writable(list(str({ min: 1, max: 20 }), 500)),
    assignUserId: writable(int({ min: 1 })),
    assignGroupId: writable(int({ min: 1 })),
    assignPondId: writable(int({ min: 1 })),
    actionPlanId: writable(int({ min: 1 })),
    ignore: writable(bool(), { nullable: false, fallback: false }),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
  },
  sorts: { id: { column: 'id' }, orderWeight: { column: 'orderWeight' } },
});
