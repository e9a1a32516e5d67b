import { LIMITS } from '@porchlight/limits';
import { amount, bool, defineResource, int, list, oneOf, str, writable } from '@porchlight/resource';
import { LeadFlowServiceDefinition, type LeadFlow } from '../generated/porchlight/people/v1/lead_flow_service';
import { ADMINS, NOT_LENDERS } from '../roles';
import { EVENT_TYPE_MEANINGS, EVENT_TYPES } from './event-types';

const listProblems = (rule: LeadFlow): string[] => {
  const { assignUserId, assignGroupId, assignPondId, actionPlanId, minPrice, maxPrice, ignore } = rule;
  const targets = [assignUserId, assignGroupId, assignPondId].filter((id) => id !== undefined).length;
  const problems: string[] = [];
  if (targets > 1) problems.push("At most one of 'assignUserId', 'assignGroupId' and 'assignPondId' may be set.");
  if (ignore && (targets > 0 || actionPlanId !== undefined))
    problems.push('A rule that ignores leads can neither assign them nor apply an action plan.');
  if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice)
    problems.push("Field 'minPrice' must not be above 'maxPrice'.");
  return problems;
};

/** A rule that assigns leads; the first match in ascending orderWeight wins (decisions section 4). */
export const leadFlows = defineResource<LeadFlow>(LeadFlowServiceDefinition, {
  description: 'Rules that route leads to users, groups or ponds.',
  roles: { read: ADMINS, write: ADMINS },
  names: ['groups', 'ponds', 'actionPlans'],
  maxPerAccount: LIMITS.leadFlowRules.value,
  ordered: 'last',
  describe: {
    name: 'Name of the rule.',
    sources: 'Sources of the leads that the rule takes; empty: all. Compared without scheme, www. and case.',
    types: 'Types of the events that the rule takes; empty: all inquiries.',
    minPrice: 'Lowest price of the property, or of the person, that the rule takes.',
    maxPrice: 'Highest price that the rule takes.',
    postalCodes: 'Postal codes of the property that the rule takes; empty: all.',
    assignUserId: 'Id of the user who gets the leads.',
    assignGroupId: 'Id of the group that gets the leads.',
    assignPondId: 'Id of the pond that gets the leads.',
    actionPlanId: 'Id of the action plan that starts for the person.',
    ignore: 'True: leads of the rule are not stored, and the response is 204.',
    orderWeight: 'Order of the rules: the first one that fits takes the lead.',
  },
  fields: {
    name: writable(str(), { emptyClears: true }),
    sources: writable(list(str({ min: 1 })), { distinct: true }),
    types: writable(list(oneOf(EVENT_TYPES, { describe: EVENT_TYPE_MEANINGS }), EVENT_TYPES.length), {
      distinct: true,
    }),
    minPrice: writable(amount()),
    maxPrice: writable(amount()),
    postalCodes: writable(list(str({ min: 1, max: 20 }), 500), { distinct: true }),
    // A rule may wait for an invited user: it is passed over until the user is active.
    assignUserId: writable(int({ min: 1 }), { references: { resource: 'users', roles: NOT_LENDERS } }),
    assignGroupId: writable(int({ min: 1 }), { references: 'groups' }),
    assignPondId: writable(int({ min: 1 }), { references: 'ponds' }),
    actionPlanId: writable(int({ min: 1 }), { references: 'actionPlans' }),
    ignore: writable(bool(), { nullable: false, fallback: false, initial: false }),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
  },
  sorts: { id: { column: 'id' }, orderWeight: { column: 'orderWeight' } },
  problems: listProblems,
});
