import type { NamingRules } from '@porchlight/backend';
import type { LeadFlowDocument } from './lead-flow-document';

/** Fields of a rule that name a record, by kind of record. */
const FIELDS: Readonly<Record<string, 'assignUserId' | 'assignGroupId' | 'assignPondId' | 'actionPlanId'>> = {
  users: 'assignUserId',
  groups: 'assignGroupId',
  ponds: 'assignPondId',
  actionPlans: 'actionPlanId',
};

/** Rules of lead flow name their target and an action plan. */
export const leadFlowNames: NamingRules<LeadFlowDocument> = {
  title: ({ id, name }) => name ?? `Rule ${id}`,
  names: (rule, { kind, id }) => {
    const field = FIELDS[kind];
    return field !== undefined && rule[field] === id;
  },
  replace(rule, record, replacement) {
    const after = { ...rule };
    const [from, to] = [FIELDS[record.kind], FIELDS[replacement.kind]];
    if (from !== undefined) delete after[from];
    if (to !== undefined) after[to] = replacement.id;
    return after;
  },
};
