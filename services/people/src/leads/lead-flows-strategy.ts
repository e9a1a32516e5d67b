import type { LeadFlow } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Document, Draft, StoreCall, Strategy } from '@porchlight/store';
import type { PeopleCopies } from '../copies';
import type { AccountSettings, AccountSettingsCache } from '../settings';
import { checkRule, type RuleContent } from './lead-rule';

/** A lead flow rule as stored. */
export type LeadFlowDocument = Document & RuleContent;

/** Maximum number of rules of an account: every new lead is matched against all of them. */
export const MAX_RULES = LIMITS.leadFlowRules.value;
/** Distance of a rule without orderWeight to the last rule. */
const WEIGHT_STEP = 1000;
const MAX_WEIGHT = 2_147_483_647;

const afterLast = ({ leadRules }: AccountSettings): number =>
  Math.min(MAX_WEIGHT, (leadRules.at(-1)?.orderWeight ?? 0) + WEIGHT_STEP);

const OPTIONAL = [
  'name',
  'minPrice',
  'maxPrice',
  'assignUserId',
  'assignGroupId',
  'assignPondId',
  'actionPlanId',
] as const;
const LISTS = ['sources', 'types', 'postalCodes'] as const;

/** The rule after an update; null removes a value. */
const apply = (before: RuleContent, input: LeadFlow, mask: ReadonlySet<string>): RuleContent => {
  const after: { -readonly [K in keyof RuleContent]: RuleContent[K] } = { ...before };
  for (const name of OPTIONAL) {
    if (!mask.has(name)) continue;
    if (input[name] === undefined || input[name] === '') delete after[name];
    else Object.assign(after, { [name]: input[name] });
  }
  for (const name of LISTS) if (mask.has(name)) after[name] = [...new Set(input[name])];
  if (mask.has('ignore')) after.ignore = input.ignore ?? false;
  if (mask.has('orderWeight') && input.orderWeight !== undefined) after.orderWeight = input.orderWeight;
  return after;
};

export interface LeadFlowPorts {
  readonly settingsCache: AccountSettingsCache;
  readonly copies: Pick<PeopleCopies, 'plans'>;
}

/** Throws UNKNOWN_REFERENCE for a plan that the rule did not name before and that does not exist. */
const checkPlan = async (
  { copies }: LeadFlowPorts,
  { actor }: StoreCall,
  { actionPlanId }: RuleContent,
  before?: RuleContent,
): Promise<void> => {
  if (actionPlanId === undefined || actionPlanId === before?.actionPlanId) return;
  if (!(await copies.plans.byId(actor.accountId, actionPlanId))?.active)
    throw refuse('UNKNOWN_REFERENCE', { field: 'actionPlanId', what: 'an action plan', value: actionPlanId });
};

/** The strategy of lead flow rules (decisions section 4). */
export const createLeadFlowsStrategy = (ports: LeadFlowPorts): Strategy<LeadFlow, LeadFlowDocument> => {
  const { settingsCache } = ports;
  return {
    async prepare(call, { before, input, mask }) {
      const { accountId } = call.actor;
      // Another replica may just have created the targets.
      settingsCache.forget(accountId);
      const settings = await settingsCache.load(accountId);
      if (!before && settings.leadRules.length >= MAX_RULES)
        throw refuse('LIMIT_REACHED', { limit: MAX_RULES, what: 'rules of lead flow' });
      const empty = { sources: [], types: [], postalCodes: [], ignore: false, orderWeight: afterLast(settings) };
      const rule = checkRule(apply(before ?? empty, input, mask), settings, before);
      await checkPlan(ports, call, rule, before);
      return rule as Draft<LeadFlowDocument>;
    },
  };
};
